import type { Drawing } from '../../drawings/sprite';
import type { EveningPlayer, Moment } from '../../engine/evenings';

/** What pays at every table, each with its drawing. */
export const SOURCES: Record<string, Drawing> = {
  trade: 'boat',
  trader: 'trader',
  compensation: 'person',
  jester: 'jester',
  admiral: 'admiral',
  expedition: 'expedition',
  tax_bonus: 'tax',
};
/** Those that are persons are called as they are in the group's box. */
export const PERSONS: Record<string, string> = { trader: 'traders', jester: 'jesters', admiral: 'admirals' };
/** All that has no column of its own. */
export const OTHER = 'other';
const COLUMNS = 6;

export interface Paid {
  source: string;
  coins: number;
  moments: Moment[];
}

/** The sources that paid most at this table have a column of their own, the rest has one together. */
export function columnsOf(players: EveningPlayer[]): string[] {
  const paid = new Map<string, number>();
  for (const { why, coins } of players.flatMap(({ income }) => income))
    paid.set(why, (paid.get(why) ?? 0) + coins);
  const known = Object.keys(SOURCES).filter((source) => paid.has(source));
  const most = [...known]
    .sort((one, other) => (paid.get(other) ?? 0) - (paid.get(one) ?? 0))
    .slice(0, known.length === paid.size && known.length <= COLUMNS ? COLUMNS : COLUMNS - 1);
  return [...known.filter((source) => most.includes(source)), ...(most.length < paid.size ? [OTHER] : [])];
}

export function paidTo({ income }: EveningPlayer, columns: string[]): Paid[] {
  return columns.map((source) => {
    const parts = income.filter(({ why }) => (source === OTHER ? !columns.includes(why) : why === source));
    return {
      source,
      coins: parts.reduce((sum, { coins }) => sum + coins, 0),
      moments: parts.flatMap(({ moments }) => moments).sort((one, other) => one.revision - other.revision),
    };
  });
}
