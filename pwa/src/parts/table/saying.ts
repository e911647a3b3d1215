import type { Ask, Card, Entry, Template, View } from '../../engine';
import type { Box } from './box';
import { entryOf } from './entry';

export type Told = (Card | string)[];

/** An entry that asks for something before it can be posted: what was said so far, and the cards told of what is asked now. */
export interface Saying {
  template: Template;
  said: Record<string, unknown>;
  cards: Told;
}

export function begin(template: Template): Saying {
  return { template, said: {}, cards: [] };
}

/** What is asked next. */
export function openAsk({ template, said }: Saying): Ask | undefined {
  return template.asks?.find(({ key }) => !(key in said));
}

/** How many cards are to be told, one after the other; 0 where something else is asked. */
export function wanted(saying: Saying): number {
  const ask = openAsk(saying);
  return ask?.of === 'card' ? (ask.count ?? 1) : 0;
}

export interface Next {
  saying: Saying | null;
  entry: Entry | null;
}

/** The answer to what is asked; the entry, once it was the last. */
export function say(saying: Saying, value: unknown): Next {
  const ask = openAsk(saying);
  const said = ask ? { ...saying.said, [ask.key]: value } : saying.said;
  const next: Saying = { ...saying, said, cards: [] };
  return openAsk(next)
    ? { saying: next, entry: null }
    : { saying: null, entry: entryOf(saying.template, said) };
}

/** One card more is told: several are posted together. */
export function tellNext(saying: Saying, card: Card | string): Next {
  const cards = [...saying.cards, card];
  if (openAsk(saying)?.count === 0) return { saying: { ...saying, cards }, entry: null };
  if (cards.length < wanted(saying)) return { saying: { ...saying, cards }, entry: null };
  return say(saying, openAsk(saying)?.count === undefined ? card : cards);
}

/** A card that was told is taken out again. */
export function takeOut(saying: Saying, at: number): Saying {
  return { ...saying, cards: saying.cards.filter((_, place) => place !== at) };
}

/** The same after something else has happened: what was said goes on as long as the entry is allowed. */
export function goesOn(saying: Saying | null, view: View | null): Saying | null {
  if (!saying || !view) return null;
  const same = JSON.stringify(entryOf(saying.template));
  const template = view.allowed.find((one) => one.allowed && JSON.stringify(entryOf(one)) === same);
  return template ? { ...saying, template } : null;
}

/** The cards that were told, where it is asked now which of them is kept; null where it is anything else. */
export function lookedAt(saying: Saying, box: Box): Card[] | null {
  const told = saying.said['cards'];
  if (openAsk(saying)?.key !== 'keep' || !Array.isArray(told)) return null;
  return (told as Told).flatMap((card) => box.card(card) ?? []);
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
