import type { Card, Color, Expedition, Need, Person, Ship } from '../../engine';
import { printedOn } from '../../engine/own-box';
import type { Box, Printed } from './box';
import type { Asked } from './choice';

/** What a learned card may be: of a kind with its own numbers. */
export type Kind = Extract<Asked, { kind: 'ship' | 'person' | 'expedition' }>;

/** A card as somebody reads it off; `insteadOf`: the card of the catalogue in whose place it is in this box; `fresh`: nobody knew its numbers. */
export interface Learned { card: Card; insteadOf?: string; fresh?: true }

/** The kind of a card; a tax has no numbers of its own. */
export function kindOf(card: Card): Kind | undefined {
  if (card.kind === 'ship') return { kind: 'ship', color: card.color };
  if (card.kind === 'person') return { kind: 'person', type: card.type };
  return card.kind === 'expedition' ? { kind: 'expedition' } : undefined;
}

/** What an entry says of it. */
export function drawOf({ card, insteadOf }: Learned): { card: Card; instead_of?: string } {
  return { card, ...(insteadOf ? { instead_of: insteadOf } : {}) };
}

/** What the entry says that draws it: what nobody knew is learned by being drawn. */
export function drawnAs(learned: Learned): { card: Card; instead_of?: string; learn?: true } {
  return learned.fresh ? { card: learned.card } : { ...drawOf(learned), learn: true };
}

/** The figures that are set with the steppers. */
export interface Figures { swords: number; skull: boolean; gift: boolean; cost: number; coins: number; vp: number; color: Color; need: Record<Need, number>; items: string[]; crowns: number }

/** Where the steppers begin: with the first card of the kind that is printed. */
export function begin(kind: Kind, box: Box): Figures {
  const card = cardsOf(kind, box)[0]?.card;
  const figures: Figures = { swords: 3, skull: false, gift: false, cost: 3, coins: 2, vp: 2, color: 'yellow', need: { captain: 1, priest: 1, settler: 0 }, items: [], crowns: 0 };
  if (card?.kind === 'ship') return { ...figures, swords: card.swords ?? 3, skull: card.skull ?? false, gift: card.gift ?? false, coins: card.coins };
  if (card?.kind === 'person') return { ...figures, cost: card.cost, vp: card.vp, color: card.color ?? 'yellow' };
  if (card?.kind === 'expedition') return { ...figures, coins: card.coins, vp: card.vp, need: needs(card.need) };
  return figures;
}

/** The card that the figures make. */
export function made(kind: Kind, box: Box, { swords, skull, gift, cost, coins, vp, color, need, items, crowns }: Figures): Card {
  if (kind.kind === 'ship') return { kind: 'ship', color: kind.color, ...(skull ? { skull } : { swords }), coins: crowns ? 0 : coins, ...(gift ? { gift } : {}), ...(items.length ? { items: items as Ship['items'] & object } : {}), ...(crowns ? { crowns } : {}) } satisfies Ship;
  if (kind.kind === 'expedition') {
    const all = (['captain', 'priest', 'settler'] as const).flatMap((one) => Array.from({ length: need[one] }, () => one));
    return { kind: 'expedition', need: all, coins, vp } satisfies Expedition;
  }
  const blades = box.persons(kind.type)[0]?.card.swords;
  return { kind: 'person', type: kind.type, cost, vp, ...(blades ? { swords: blades } : {}), ...tinted(kind, box, color) } satisfies Person;
}

/** The color of a person: as its place has it, or as it is said. */
function tinted(kind: Extract<Kind, { kind: 'person' }>, box: Box, said: Color): { color?: Color } {
  const place = box.place(kind);
  if (place) return place.color ? { color: kind.color ?? place.color } : {};
  return colored(kind, box) ? { color: kind.color ?? said } : {};
}

/** Persons of which there is one for each colour of ships. */
export function colored(kind: Kind, box: Box): boolean {
  return kind.kind === 'person' && (kind.type === 'trader' || box.persons(kind.type).some(({ card }) => card.color));
}

/** Whether ships of this box carry the mark that somebody else gets a coin too. */
export function gifts(box: Box): boolean {
  return box.colors.some((color) => box.ships(color).some(({ card }) => card.gift));
}

/** The card of the box that is printed just so. */
export function alike(kind: Kind, box: Box, card: Card): Printed | undefined {
  return cardsOf(kind, box).find((one) => printedOn(numbers(one.card)) === printedOn(card));
}

/** In the place of which cards it may be: those of its kind that may still come, the most similar first. */
export function replaced(kind: Kind, box: Box, card: Card): Printed[] {
  const fits = cardsOf(kind, box).filter(({ card: one, out }) => out > 0 && !one.id.startsWith('own.') && tint(one) === tint(card) && wants(one) === wants(card));
  return fits.sort((one, other) => far(one.card, card) - far(other.card, card));
}

export function cardsOf(kind: Kind, box: Box): Printed[] {
  if (kind.kind === 'ship') return box.ships(kind.color);
  return kind.kind === 'person' ? box.persons(kind.type, kind.color) : box.expeditions();
}

/** What is printed on a card of the catalogue, without what the catalogue says about it. */
function numbers(card: Card): Card {
  return Object.fromEntries(Object.entries(card).filter(([key]) => PRINTED.includes(key))) as unknown as Card;
}

const PRINTED = ['kind', 'type', 'color', 'swords', 'skull', 'coins', 'cost', 'vp', 'need', 'gift', 'items', 'crowns'];

function needs(all: Need[]): Record<Need, number> {
  const count = (need: Need): number => all.filter((one) => one === need).length;
  return { captain: count('captain'), priest: count('priest'), settler: count('settler') };
}

function tint(card: Card): string {
  return card.kind === 'person' ? (card.color ?? '') : '';
}

function wants(card: Card): string {
  return card.kind === 'expedition' ? [...card.need].sort().join() : '';
}

function far(one: Card, other: Card): number {
  const skull = (card: Card): number => (card.kind === 'ship' && card.skull ? 9 : card.kind === 'ship' ? (card.swords ?? 0) : 0);
  const money = (card: Card): number => (card.kind === 'person' ? card.cost : card.kind === 'tax' ? 0 : card.coins);
  const points = (card: Card): number => ('vp' in card ? card.vp : 0);
  return Math.abs(skull(one) - skull(other)) + Math.abs(money(one) - money(other)) + Math.abs(points(one) - points(other));
}
