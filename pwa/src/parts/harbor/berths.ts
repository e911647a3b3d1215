import type { View } from '../../engine';
import { playing } from '../../engine/seating';

/** Berths in a row: the pad has five columns, with a sixth sail six, and each berth lies above its own. */
const ROW = 5;
const LONG_ROW = 6;
/** Two rows are always there; an eleventh card makes a third. */
const ROWS = 2;
/** So many lines of players leave a low phone one row of berths below goals. */
const LINES = 3;

/** How the water is laid out: the berths of a row, and the rows that are in sight. */
export interface Water {
  row: number;
  rows: number;
}

/** Where players, goals and a pile that counts down leave a low phone one row, six lie in it; one more makes the second. */
export function waterOf(view: View, sails: number, low: boolean): Water {
  const row = sails > ROW ? LONG_ROW : ROW;
  const crew = playing(view).length;
  // An odd player shares a line with what counts down; whoever plays alone has the own display open.
  const lines =
    crew === 1 ? LINES : Math.ceil(crew / 2) + (view.countdowns?.length && crew % 2 === 0 ? 1 : 0);
  if (!low || !view.goals?.length || lines < LINES) return { row, rows: ROWS };
  return { row: LONG_ROW, rows: used(view) > LONG_ROW ? ROWS : 1 };
}

/** How many berths a turn has used, as the engine counts them: taken cards keep theirs. */
export function used({ harbor, taken }: Pick<View, 'harbor' | 'taken'>): number {
  return Math.max(0, ...[...harbor, ...taken].map(({ index }) => index + 1));
}

/** Berths in sight while cards are drawn, from the first card on. */
export function berths(cards: number, { row, rows }: Water = { row: ROW, rows: ROWS }): number {
  return row * Math.max(rows, Math.ceil(cards / row));
}

/** Columns of tiles to take, for a whole turn: few cards lie large. */
export function columns(cards: number): number {
  return cards > 8 ? ROW : cards > 6 ? 4 : 3;
}
