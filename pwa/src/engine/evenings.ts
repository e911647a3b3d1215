import type { Evening } from './api';
import { askTable } from './at-table';
import type { TableKey } from './engine';

export type { Evening, EveningAward, EveningPlayer, Moment } from './api';

/** What a table's evening was like, as its log tells it. */
export function eveningOf(table: TableKey): Promise<Evening> {
  return askTable(table, { call: 'evening', path: 'evening' });
}
