import { askTable } from './at-table';
import type { TableKey } from './engine';
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
export interface Repairs {
  revision: number;
  card: Card;
  drawn: Drawn | null;
  take: Taking | null;
  /** While it lies there: what it comes to for each who may still take it. */
  offers: Template[];
}

/** A card by its berth in this turn, or by the entry that took it. */
export type Which = { berth: number } | { revision: number };

export function repairsOf(table: TableKey, which: Which): Promise<Repairs> {
  const path = 'berth' in which ? `berths/${which.berth}` : `entries/${which.revision}/repairs`;
  return askTable(table, { call: 'repairs', about: which, path });
}
