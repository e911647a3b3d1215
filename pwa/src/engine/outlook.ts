import type { Outlook } from './api';
import { askTable } from './at-table';
import type { TableKey } from './engine';

export type { Outlook, Short } from './api';

export function outlookOf(table: TableKey, seat: number): Promise<Outlook> {
  return askTable(table, { call: 'outlook', about: { seat }, path: `players/${seat}/outlook` });
}
