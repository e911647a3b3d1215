import type { Repairs } from './api';
import { askTable } from './at-table';
import type { TableKey } from './engine';

export type { Drawn, Repairs, Taker, Taking } from './api';

/** A card by its berth in this turn, or by the entry that took it. */
export type Which = { berth: number } | { revision: number };

export function repairsOf(table: TableKey, which: Which): Promise<Repairs> {
  const path = 'berth' in which ? `berths/${which.berth}` : `entries/${which.revision}/repairs`;
  return askTable(table, { call: 'repairs', about: which, path });
}
