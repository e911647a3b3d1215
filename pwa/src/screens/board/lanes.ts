import type { View } from '../../engine';
import { placesOn } from '../../engine/seating';

/** The way to the points that bring the end: a field for each, and where somebody's boat is, in parts of a hundred. */
export interface Way { fields: number; reached: number; at: number }

/** Whoever has more points than are needed is at the end of the way. */
export function wayOf(points: number, required: number): Way {
  const reached = Math.max(0, Math.min(points, required));
  return { fields: required, reached, at: 100 * (Math.max(reached, 0.5) - 0.5) / required };
}

/** Whose turn, or whose part of this turn, comes next; undefined where nobody's does. */
export function nextSeat(view: View): number | undefined {
  if (view.phase === 'game_over' || view.order.length < 2) return undefined;
  const follows = view.phase === 'trade_hire' ? view.parts.find(({ seat }) => seat !== view.acting)?.seat : undefined;
  if (follows !== undefined) return follows;
  return view.end_triggered ? view.remaining_active[0] : placesOn(view, view.active, 1)?.seat;
}
