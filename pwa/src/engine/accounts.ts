import { askTable } from './at-table';
import type { TableKey } from './engine';
import type { Correction, Entry, LedgerLine, Params } from './types';

/** A change of a player's coins, in whose turn (round, seat), and the coins after it. */
export interface Booking { revision: number; turn: [number, number]; line: LedgerLine; balance: number }

export interface Account { revision: number; seat: number; coins: number; bookings: Booking[] }

/** What the table counted: coins by seat, and the piles. */
export interface Counted { coins: Record<string, number>; draw_pile?: number; discard_pile?: number }

export interface Slip { kind: string; revision: number; turn: [number, number]; seat?: number; params: Params }

/** A line to be entered as it is. */
export interface Repair { correction?: Correction; entry?: Entry; override?: boolean }

/** A slip that explains what was counted; `then` is what the table would have. */
export interface SlipReason extends Slip {
  left: number;
  then: { coins: number[]; draw_pile: number; discard_pile: number };
  /** Null where it can only be counted. */
  repair: Repair | null;
  equals: Slip[];
  equal_count: number;
}

export interface Slips { revision: number; missing: { coins: Record<string, number> }; reasons: SlipReason[] }

export function accountOf(table: TableKey, seat: number): Promise<Account> {
  return askTable(table, { call: 'account', about: { seat }, path: `players/${seat}/account` });
}

/** The likeliest slips that explain what was counted. */
export function slipsBehind(table: TableKey, counted: Counted): Promise<Slips> {
  return askTable(table, { call: 'slips', about: { counted }, method: 'POST', path: 'slips', body: counted });
}
