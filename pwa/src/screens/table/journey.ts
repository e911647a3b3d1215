import type { Card, View } from '../../engine';

/** A card that changes its place between two states of the table; `back` where an undo takes the way in reverse. */
export interface Journey {
  way: 'drawn' | 'taken' | 'repelled';
  back: boolean;
  /** Its place in the harbor; null where it was the last one there. */
  index: number | null;
  seat: number;
  card: Card | null;
}

/** Null where more than one entry lies between the two, or none that moves a card. */
export function journey(before: View, after: View): Journey | null {
  const forth = after.undo === before.undo + 1;
  const back = after.undo === before.undo - 1;
  if (!forth && !back) return null;
  const [moved, lay] = forth ? [after.last, before] : [before.last, after];
  if (!moved) return null;
  const { entry } = moved;
  const seat = entry.by ?? lay.acting;
  const card = typeof entry.card === 'object' ? entry.card : null;
  if (entry.type === 'draw') return { way: 'drawn', back, index: null, seat, card };
  if (entry.type === 'take')
    return {
      way: 'taken',
      back,
      index: entry.harbor_index ?? null,
      seat,
      card: card ?? lay.harbor.find(({ index }) => index === entry.harbor_index)?.card ?? null,
    };
  if (entry.type === 'repel')
    return {
      way: 'repelled',
      back,
      index: lay.pending?.kind === 'repel' ? lay.pending.harbor_index : null,
      seat,
      card,
    };
  return null;
}
