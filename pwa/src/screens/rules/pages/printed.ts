import type { PrintedCard, View } from '../../../engine';

export interface Copies {
  of: number;
  out: number | null;
}

/** How many there are of a card, and at a table how many of them may still come. */
export function copies(card: PrintedCard, view: View | null): Copies {
  const of = view?.box?.holds[card.id] ?? card.count;
  return { of, out: view && !view.unfollowed ? (view.unseen[card.id] ?? null) : null };
}

/** How many cards in all. */
export function many(cards: PrintedCard[], view: View | null): number {
  return cards.reduce((sum, card) => sum + copies(card, view).of, 0);
}

/** As the drawings of ships and persons want it: what nobody knows of a card is not drawn. */
export function drawable(card: PrintedCard): { color: string | undefined; type: string | undefined } {
  if (card.kind === 'ship') return { color: card.color, type: undefined };
  if (card.kind === 'person') return { color: undefined, type: card.type };
  if (card.kind === 'unknown')
    return {
      color: card.of === 'ship' ? card.color : undefined,
      type: card.of === 'person' ? card.type : undefined,
    };
  return { color: undefined, type: undefined };
}
