import type { Card, Entry, Template, View } from '../../engine';

type Told = (Card | string)[];

/** The Gambler, where it may be played now. */
export function gambler(view: View | null): Template | undefined {
  return view?.allowed.find((template) => template.type === 'use_gambler' && template.allowed);
}

/** How many cards the one whose turn it is looks at: the engine says so. */
export function wanted(view: View): number {
  return gambler(view)?.cards ?? 0;
}

/** One card more is told: the entry, once it was the last that the Gambler wants. */
export function tellNext(view: View, told: Told, card: Card | string): { told: Told; entry: Entry | null } {
  const all = [...told, card];
  const play = gambler(view);
  return { told: all, entry: play && all.length >= (play.cards ?? 0) ? { type: play.type, by: play.by, cards: all } : null };
}

/** What may still come once these are told: they lie on the table already. */
export function stillUnseen(unseen: Record<string, number>, told: Told): Record<string, number> {
  const left = { ...unseen };
  for (const card of told) {
    const id = typeof card === 'string' ? card : card.id;
    if (id && left[id]) left[id] -= 1;
  }
  return left;
}

/** Whether a single card's consequences can be foretold: not behind a tax, which changes what everybody has. */
export function foretold(told: Card[]): boolean {
  return told.every(({ kind }) => kind !== 'tax');
}
