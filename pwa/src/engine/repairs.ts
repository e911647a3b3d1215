import type { ForgottenGoals, OtherWays, Repairs } from './api';
import { askTable } from './at-table';
import type { TableKey } from './engine';

export type { Drawn, ForgottenGoals, OtherWay, OtherWays, Repairs, Taker, Taking } from './api';

/** A card by its berth in this turn, or by the entry that took it. */
export type Which = { berth: number } | { revision: number };

export function repairsOf(table: TableKey, which: Which): Promise<Repairs> {
  const path = 'berth' in which ? `berths/${which.berth}` : `entries/${which.revision}/repairs`;
  return askTable(table, { call: 'repairs', about: which, path });
}

/** What an entry about a goal, or with more said than its card, may have been instead. */
export function otherWaysOf(table: TableKey, revision: number): Promise<OtherWays> {
  return askTable(table, { call: 'other_ways', about: { revision }, path: `entries/${revision}/ways` });
}

/** Where a goal could have been completed, or a marker moved there, and was not. */
export function forgottenOf(table: TableKey, goal: string): Promise<ForgottenGoals> {
  return askTable(table, {
    call: 'forgotten',
    about: { goal },
    path: `goals/${encodeURIComponent(goal)}/forgotten`,
  });
}
