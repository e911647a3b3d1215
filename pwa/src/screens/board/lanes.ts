import type { View } from '../../engine';
import { placesOn } from '../../engine/seating';

/** The way to the points that bring the end: a field for each, and where somebody's boat is, in parts of a hundred. */
export interface Way {
  fields: number;
  reached: number;
  at: number;
}

/** Whoever has more points than are needed is at the end of the way. */
export function wayOf(points: number, required: number): Way {
  const reached = Math.max(0, Math.min(points, required));
  return { fields: required, reached, at: (100 * (Math.max(reached, 0.5) - 0.5)) / required };
}

/** So many goals lie in one line; more make two lines that are lower. */
export const ONE_LINE = 4;
/** In --u: what the head and the water of a tablet leave, and what lies below the players. */
const LEFT = 376;
const [LARGE, TWO, TIDE, ROW, LEAST] = [104, 148, 52, 80, 56] as const;

/** How high a player's line is on a tablet on its side, in --u, and whether two share it: all is in sight, and read from two metres. */
export function rowOf(
  { goals = [], expeditions, countdowns = [] }: Pick<View, 'goals' | 'expeditions' | 'countdowns'>,
  players: number,
): { high: number; two: boolean } {
  const claims = goals.length + expeditions.length > ONE_LINE ? TWO : LARGE;
  const room = LEFT - claims - countdowns.filter(({ events }) => !events).length * TIDE;
  const two = room / players < LEAST;
  return { high: Math.min(ROW, Math.floor(room / (two ? Math.ceil(players / 2) : players))), two };
}

/** Whose turn, or whose part of this turn, comes next; undefined where nobody's does. */
export function nextSeat(view: View): number | undefined {
  if (view.phase === 'game_over' || view.order.length < 2) return undefined;
  const follows =
    view.phase === 'trade_hire' ? view.parts.find(({ seat }) => seat !== view.acting)?.seat : undefined;
  if (follows !== undefined) return follows;
  return view.end_triggered ? view.remaining_active[0] : placesOn(view, view.active, 1)?.seat;
}
