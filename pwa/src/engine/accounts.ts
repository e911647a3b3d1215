import { Rejected } from './engine';
import type { TableKey } from './engine';
import { localEngine } from './local';
import type { LocalEngine } from './local';
import type { Readiness } from './rules-desk';
import { ServerEngine } from './server';
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
  repair: Repair[];
  equals: Slip[];
  equal_count: number;
}

export interface Slips { revision: number; missing: { coins: Record<string, number> }; reasons: SlipReason[] }

/** Who keeps the accounts: the phone's own engine where it holds the table, else the server. */
export class Accounts {
  constructor(
    private readonly local: Pick<LocalEngine, 'asked'>,
    private readonly server: Pick<ServerEngine, 'ask'>,
    private readonly rules: Pick<Readiness, 'status'>,
  ) {}

  of(table: TableKey, seat: number): Promise<Account> {
    return this.ask(table, 'account', { seat }, () => this.server.ask<Account>('GET', `/tables/${table.code}/players/${seat}/account`, undefined, table.token));
  }

  slips(table: TableKey, counted: Counted): Promise<Slips> {
    return this.ask(table, 'slips', { counted }, () => this.server.ask<Slips>('POST', `/tables/${table.code}/slips`, counted, table.token));
  }

  private async ask<Answer>(table: TableKey, call: string, about: object, elsewhere: () => Promise<Answer>): Promise<Answer> {
    if (this.rules.status.kind === 'ready') {
      try {
        return await this.local.asked<Answer>(call, { code: table.code, ...about });
      } catch (error) {
        if (!(error instanceof Rejected && error.about.field === 'code')) throw error;
      }
    }
    return elsewhere();
  }
}

let chosen: Accounts | null = null;

export function accounts(): Accounts {
  if (!chosen) {
    const local = localEngine();
    chosen = new Accounts(local, new ServerEngine(), local.rules);
  }
  return chosen;
}
