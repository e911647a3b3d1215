import type { Card, Entry } from '../../engine';
import type { Drawn } from '../../engine/repairs';
import type { Box } from './box';
import { alike, drawOf, kindOf, placeOf } from './learning';
import type { Learned } from './learning';

/** The entry that drew a card, as it reads with another one in its place. */
export function redrawn(
  { at, entry }: { at?: number; entry: Entry },
  right: Card,
  learned: Learned | null = null,
): Entry {
  const card = right.id ?? right;
  const entered: Entry =
    at === undefined
      ? { ...entry, card }
      : { ...entry, cards: (entry.cards ?? []).map((one, place) => (place === at ? card : one)) };
  // What the entry taught is not what lies there.
  delete entered.learn;
  delete entered.instead_of;
  if (learned && !learned.fresh) Object.assign(entered, drawOf(learned), { learn: true });
  // What became of a ship that was entered says nothing about another card.
  if (right.kind !== 'ship') delete entered.repel;
  return entered;
}

/** A card that was misread, read off again: where the box knew it so before, that one never was. */
export function rereadAs(card: Card, was: Card, { taught }: Drawn, box: Box): Learned {
  const kind = kindOf(card);
  const known = kind && alike(kind, box, card);
  const place = placeOf(card);
  if (taught || (known && known.out > 0) || (place && box.fresh(place) > 0) || !was.id)
    return { card, fresh: true };
  return { card, insteadOf: was.id };
}
