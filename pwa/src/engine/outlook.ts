import { askTable } from './at-table';
import type { TableKey } from './engine';
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

export function outlookOf(table: TableKey, seat: number): Promise<Outlook> {
  return askTable(table, { call: 'outlook', about: { seat }, path: `players/${seat}/outlook` });
}
