import type { Account, Slips } from './api';
import { askTable } from './at-table';
import type { TableKey } from './engine';

export type { Account, Booking, Repair, Slip, SlipReason, Slips } from './api';

/** What the table counted: coins by seat, and the piles. */
export interface Counted {
  coins: Record<string, number>;
  draw_pile?: number;
  discard_pile?: number;
}

export function accountOf(table: TableKey, seat: number): Promise<Account> {
  return askTable(table, { call: 'account', about: { seat }, path: `players/${seat}/account` });
}

/** The likeliest slips that explain what was counted. */
export function slipsBehind(table: TableKey, counted: Counted): Promise<Slips> {
  return askTable(table, { call: 'slips', about: { counted }, method: 'POST', path: 'slips', body: counted });
}
