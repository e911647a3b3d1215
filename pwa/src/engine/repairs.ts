import { Rejected } from './engine';
import type { TableKey } from './engine';
import { localEngine } from './local';
import type { LocalEngine } from './local';
import type { Readiness } from './rules-desk';
import { ServerEngine } from './server';
import type { Card, Correction, Entry, RefusalInfo, Template } from './types';

/** The entry that laid a card: the how manieth of its turn, and which of the cards that it names. */
export interface Drawn { revision: number; entry: Entry; nth: number; at?: number }

/** Somebody who may have taken it: what it comes to, who passes then, what the rules have against it. */
export interface Taker {
  seat: number;
  coins: number;
  template: Template;
  passes: number[];
  anyway?: RefusalInfo;
  /** The card that the one who was entered took instead. */
  swap?: { revision: number; card: Card; coins: number };
  correction: Correction;
}

export interface Taking { revision: number; seat: number; coins: number; takers: Taker[]; nobody: Correction }

/** What can be put right about a card (DESIGN.md 4). */
export interface Repairs { revision: number; card: Card; drawn: Drawn | null; take: Taking | null }

/** A card by its berth in this turn, or by the entry that took it. */
export type Which = { berth: number } | { revision: number };

/** Who can say what may be put right: the phone's own engine where it holds the table, else the server. */
export class RepairShop {
  constructor(
    private readonly local: Pick<LocalEngine, 'asked'>,
    private readonly server: Pick<ServerEngine, 'ask'>,
    private readonly rules: Pick<Readiness, 'status'>,
  ) {}

  async of(table: TableKey, which: Which): Promise<Repairs> {
    if (this.rules.status.kind === 'ready') {
      try {
        return await this.local.asked<Repairs>('repairs', { code: table.code, ...which });
      } catch (error) {
        if (!(error instanceof Rejected && error.about.field === 'code')) throw error;
      }
    }
    const path = 'berth' in which ? `berths/${which.berth}` : `entries/${which.revision}/repairs`;
    return this.server.ask<Repairs>('GET', `/tables/${table.code}/${path}`, undefined, table.token);
  }
}

let chosen: RepairShop | null = null;

export function repairShop(): RepairShop {
  if (!chosen) {
    const local = localEngine();
    chosen = new RepairShop(local, new ServerEngine(), local.rules);
  }
  return chosen;
}
