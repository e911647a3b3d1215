import { Rejected } from './engine';
import type { TableKey } from './engine';
import { localEngine } from './local';
import type { LocalEngine } from './local';
import type { Readiness } from './rules-desk';
import { ServerEngine } from './server';
import type { LedgerLine, Template } from './types';

/** Persons that would pay at the start of the part if more cards lay there. */
export interface Short { why: string; rule: string; count: number; cards: number; needed: number }

/** The table as one player looks at it (DESIGN.md 4): what could be taken and paid, and what is due. */
export interface Outlook {
  revision: number;
  seat: number;
  /** This player's part of the turn. */
  part: 'now' | 'later' | 'over';
  /** The part comes only if the active player takes something. */
  only_after_take: boolean;
  takes: number;
  /** Coins once `due` is paid. */
  coins: number;
  due: LedgerLine[];
  if_bust: LedgerLine[];
  short: Short[];
  offers: Template[];
  claims: Template[];
  claims_now: boolean;
}

/** Who can say what a player could take: the phone's own engine where it holds the table, else the server. */
export class Outlooks {
  constructor(
    private readonly local: Pick<LocalEngine, 'asked'>,
    private readonly server: Pick<ServerEngine, 'ask'>,
    private readonly rules: Pick<Readiness, 'status'>,
  ) {}

  async of(table: TableKey, seat: number): Promise<Outlook> {
    if (this.rules.status.kind === 'ready') {
      try {
        return await this.local.asked<Outlook>('outlook', { code: table.code, seat });
      } catch (error) {
        if (!(error instanceof Rejected && error.about.field === 'code')) throw error;
      }
    }
    return this.server.ask<Outlook>('GET', `/tables/${table.code}/players/${seat}/outlook`, undefined, table.token);
  }
}

let chosen: Outlooks | null = null;

export function outlooks(): Outlooks {
  if (!chosen) {
    const local = localEngine();
    chosen = new Outlooks(local, new ServerEngine(), local.rules);
  }
  return chosen;
}
