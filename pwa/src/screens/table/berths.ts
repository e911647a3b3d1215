import type { View } from '../../engine';

/** Berths in a row: the pad has five columns, and each berth lies above its own. */
const ROW = 5;
/** Two rows are always there; an eleventh card makes a third. */
const ROWS = 2;

/** How many berths a turn has used, as the engine counts them: taken cards keep theirs. */
export function used({ harbor, taken }: Pick<View, 'harbor' | 'taken'>): number {
  return Math.max(0, ...[...harbor, ...taken].map(({ index }) => index + 1));
}

/** Berths in sight while cards are drawn, from the first card on. */
export function berths(cards: number): number {
  return ROW * Math.max(ROWS, Math.ceil(cards / ROW));
}

/** Columns of tiles to take, for a whole turn: few cards lie large. */
export function columns(cards: number): number {
  return cards > 8 ? ROW : cards > 6 ? 4 : 3;
}
