import type { Card, Color, Expedition, Need, Person, Ship, Template, View } from '../../engine';
import { printedOn } from '../../engine/own-box';
import { CARGO, cargoOf, carrying, PRINTED, prizeNamed, prizesOf, SIGNS, signsOf } from '../prints';
import type { Box, Printed } from './box';
import type { Asked } from './box';

/** What a learned card may be: of a kind with its own numbers. */
export type Kind = Extract<Asked, { kind: 'ship' | 'person' | 'expedition' }>;

/** A card as somebody reads it off; `insteadOf`: the card of the catalogue in whose place it is in this box; `fresh`: nobody knew its numbers. */
export interface Learned {
  card: Card;
  insteadOf?: string;
  fresh?: true;
}

/** The kind of a card; a tax has no numbers of its own. */
export function kindOf(card: Card): Kind | undefined {
  if (card.kind === 'ship') return { kind: 'ship', color: card.color };
  if (card.kind === 'person') return { kind: 'person', type: card.type };
  return card.kind === 'expedition' ? { kind: 'expedition' } : undefined;
}

/** The kind of a card with its color, which says which place of the box it may fill. */
export function placeOf(card: Card): Kind | undefined {
  const kind = kindOf(card);
  return kind?.kind === 'person' && card.kind === 'person' && card.color
    ? { ...kind, color: card.color }
    : kind;
}

/** A card lies there unread, and this wants its numbers, or asks for them. */
export function toRead(
  { type, card, allowed, harbor_index: berth }: Template,
  { allowed: all }: View,
): Template | undefined {
  const asks = type === 'read_card' || (!allowed && card && 'unread' in card && card.unread);
  return asks ? all.find((one) => one.type === 'read_card' && one.harbor_index === berth) : undefined;
}

/** What an entry says of it. */
export function drawOf({ card, insteadOf }: Learned): { card: Card; instead_of?: string } {
  return { card, ...(insteadOf ? { instead_of: insteadOf } : {}) };
}

/** What the entry says that draws it: what nobody knew is learned by being drawn. */
export function drawnAs(learned: Learned): { card: Card; instead_of?: string; learn?: true } {
  return learned.fresh ? { card: learned.card } : { ...drawOf(learned), learn: true };
}

export const NEEDS = ['captain', 'priest', 'settler'] as const;
export type Key = 'cost' | Need | 'vp' | keyof Ship;
/** A number, or what stands in its place: a skull, a prize ("<one> 2"), what is carried, a sign, a color. */
export type Figure = number | string;
/** What was read off a card so far. */
export type Read = Partial<Record<Key, Figure>>;
export const SKULL = 'skull';
export const NONE = 'none';

/** What is printed on a card, figure by figure. */
export function readOf(card: Card): Read {
  const [prize] = prizesOf(card);
  if (card.kind === 'ship')
    return {
      swords: card.skull ? SKULL : (card.swords ?? 1),
      coins: prize ? `${prize.one} ${prize.count}` : card.coins,
      ...Object.fromEntries(CARGO.map(({ key }) => [key, cargoOf(card)[0] ?? NONE])),
      ...Object.fromEntries(SIGNS.map((sign) => [sign, signsOf(card).includes(sign) ? sign : NONE])),
    };
  if (card.kind === 'person')
    return {
      cost: card.cost,
      vp: card.vp,
      swords: card.swords ?? 0,
      ...(card.color ? { color: card.color } : {}),
    };
  return card.kind === 'expedition' ? { coins: card.coins, vp: card.vp, ...needs(card.need) } : {};
}

/** What it begins with: the first card of the kind that is printed. */
export function begin(kind: Kind, box: Box): Read {
  const card = cardsOf(kind, box)[0]?.card;
  return card ? readOf(card) : { swords: 1, coins: 1, cost: 1, vp: 1 };
}

/** The card that the figures make; what is known from the booklet nobody has read. */
export function made(kind: Kind, box: Box, read: Read): Card {
  const known = box.place(kind)?.known ?? {};
  const number = (key: Key, otherwise = 0): number =>
    typeof read[key] === 'number' ? read[key] : (known[key] ?? otherwise);
  if (kind.kind === 'ship') return shipOf(kind, read, number);
  if (kind.kind === 'expedition') {
    const all = NEEDS.flatMap((one) => Array.from({ length: number(one) }, () => one));
    return { kind: 'expedition', need: all, coins: number('coins'), vp: number('vp') } satisfies Expedition;
  }
  const swords = number('swords', box.persons(kind.type)[0]?.card.swords);
  return {
    kind: 'person',
    type: kind.type,
    cost: number('cost'),
    vp: number('vp'),
    ...(swords ? { swords } : {}),
    ...tinted(kind, box, read.color),
  } satisfies Person;
}

function shipOf(kind: Extract<Kind, { kind: 'ship' }>, read: Read, number: (key: Key) => number): Ship {
  const { swords, coins } = read;
  const [carried] = CARGO.map(({ key }) => read[key as Key]).filter((one) => one !== NONE);
  const item = kind.item ?? carried;
  const prize = typeof coins === 'string' ? prizeNamed(coins) : undefined;
  return {
    kind: 'ship',
    color: kind.color,
    ...(swords === SKULL ? { skull: true } : { swords: number('swords') }),
    coins: prize ? 0 : number('coins'),
    ...Object.fromEntries(SIGNS.filter((sign) => read[sign as Key] === sign).map((sign) => [sign, true])),
    ...(item ? carrying(String(item)) : {}),
    ...(prize ? { [prize.key]: prize.count } : {}),
  };
}

/** It lies there, and nobody can tell what is printed on it. */
export function unreadOf(kind: Kind, box: Box, read: Read = {}): Card | undefined {
  if (kind.kind === 'ship') return { kind: 'ship', color: kind.color, coins: 0, unread: true };
  return kind.kind === 'person'
    ? { kind: 'person', type: kind.type, cost: 0, vp: 0, unread: true, ...tinted(kind, box, read.color) }
    : undefined;
}

/** The color of a person: as its key or whoever reads it off says, else as its place has it. */
function tinted(
  kind: Extract<Kind, { kind: 'person' }>,
  box: Box,
  said: Figure | undefined,
): { color?: Color } {
  const color = kind.color ?? (said === undefined ? box.place(kind)?.color : String(said));
  return color && (colored(kind, box) || box.place(kind)?.color) ? { color } : {};
}

/** Persons of which there is one for each colour of ships. */
export function colored(kind: Kind, box: Box): boolean {
  return (
    kind.kind === 'person' &&
    (kind.type === 'trader' ||
      box.tints({ kind: 'person', type: kind.type }).length > 0 ||
      box.persons(kind.type).some(({ card }) => card.color))
  );
}

/** The signs that ships of this box have. */
export function signed(box: Box): typeof SIGNS {
  const all = box.colors.flatMap((color) => box.ships(color).flatMap(({ card }) => signsOf(card)));
  return SIGNS.filter((sign) => all.includes(sign));
}

/** The card of the box that is printed just so. */
export function alike(kind: Kind, box: Box, card: Card): Printed | undefined {
  return cardsOf(kind, box).find((one) => printedOn(numbers(one.card)) === printedOn(card));
}

/** In the place of which cards it may be: those of its kind that may still come, the most similar first. */
export function replaced(kind: Kind, box: Box, card: Card): Printed[] {
  const fits = cardsOf(kind, box).filter(
    ({ card: one, out }) =>
      out > 0 && !one.id.startsWith('own.') && tint(one) === tint(card) && wants(one) === wants(card),
  );
  return fits.sort((one, other) => far(one.card, card) - far(other.card, card));
}

export function cardsOf(kind: Kind, box: Box): Printed[] {
  if (kind.kind === 'ship') return box.ships(kind.color);
  return kind.kind === 'person' ? box.persons(kind.type, kind.color) : box.expeditions();
}

/** What is printed on a card of the catalogue, without what the catalogue says about it. */
function numbers(card: Card): Card {
  return Object.fromEntries(Object.entries(card).filter(([key]) => NUMBERS.includes(key))) as unknown as Card;
}

const NUMBERS = ['kind', 'type', 'color', 'swords', 'skull', 'coins', 'cost', 'vp', 'need', ...PRINTED];

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
  const skull = (card: Card): number =>
    card.kind === 'ship' && card.skull ? 9 : card.kind === 'ship' ? (card.swords ?? 0) : 0;
  const money = (card: Card): number =>
    card.kind === 'person' ? card.cost : card.kind === 'tax' ? 0 : card.coins;
  const points = (card: Card): number => ('vp' in card ? card.vp : 0);
  return (
    Math.abs(skull(one) - skull(other)) +
    Math.abs(money(one) - money(other)) +
    Math.abs(points(one) - points(other))
  );
}
