import type {
  Card,
  Catalogue,
  Color,
  Expedition,
  Person,
  PrintedCard,
  Ship,
  TableBox,
  Tax,
  View,
} from '../../engine';
import { cargoOf } from '../prints';

export const COLORS: readonly Color[] = ['yellow', 'blue', 'green', 'red', 'black'];

/** Which one? What the rows below the ships ask. */
export type Asked =
  /** `item`: one of those that carry something, of which nobody knows the numbers. */
  | { kind: 'ship'; color: Color; item?: string }
  | { kind: 'person'; type: string; color?: Color }
  | { kind: 'expedition' }
  | { kind: 'tax' }
  | { kind: 'more' };

/** The order of the person keys, which no module changes. */
export const KEYS: readonly string[] = [
  'sailor',
  'trader',
  'settler',
  'captain',
  'priest',
  'pirate',
  'mademoiselle',
  'jester',
  'admiral',
  'governor',
  'jack',
];

/** Whether there are any in this game: all that may lie there or come is named by its id. */
export function playsExpeditions({ expeditions, unseen }: Pick<View, 'expeditions' | 'unseen'>): boolean {
  return expeditions.length > 0 || Object.keys(unseen).some((id) => id.includes('.expedition.'));
}

/** A printed card, and how many of it may still come. */
export interface Printed<C extends Card = Card> {
  card: C & PrintedCard;
  out: number;
}

export type Unknown = Extract<PrintedCard, { kind: 'unknown' }>;
type Known = Exclude<PrintedCard, Unknown>;

/** Its numbers are known; the others have them only in the group's own box. */
export function known(card: PrintedCard): card is Known {
  return card.kind !== 'unknown';
}

/** The keys that a table's modules add in a sixth column, from above; more kinds than these have places share the last. */
export interface Added {
  keys: string[];
  shelf: string[];
}

/** Kinds below their ships, and the others in a row of their own. */
export interface Few {
  colored: string[];
  plain: string[];
}

const PLACES = 3;

/** What is drawn next is one of these: the printed cards of this table's box, with what the view says is still out. */
export class Box {
  private printed: Printed[];
  private readonly byId: Map<string, Known>;
  /** Cards whose numbers nobody has read off yet. */
  private readonly unread: { card: Unknown; out: number }[];
  /** The persons of this game as the catalogue counts them: whatever is read off or found out, no key changes its place. */
  private readonly makes: { type: string; color: Color | undefined; count: number }[];

  constructor(catalogue: Catalogue, unseen: Record<string, number>, own?: TableBox) {
    const printed = catalogue.sets.flatMap((set) => set.cards);
    const named = new Set(printed.map(({ id }) => id));
    const learned = (own?.own ?? []).flatMap(({ card }) =>
      card.id && !named.has(card.id) ? [{ ...card, id: card.id, count: 0, name_en: '', name_de: '' }] : [],
    );
    const cards = [...printed.filter(known), ...unique(learned)].map((card) => ({
      ...card,
      count: own?.holds[card.id] ?? card.count,
    }));
    this.byId = new Map(cards.map((card) => [card.id, card]));
    this.unread = printed
      .filter((card): card is Unknown => !known(card) && card.id in unseen)
      .map((card) => ({
        card: { ...card, count: own?.holds[card.id] ?? card.count },
        out: unseen[card.id] ?? 0,
      }));
    this.printed = cards
      .filter((card) => card.id in unseen)
      .map((card) => ({ card, out: unseen[card.id] ?? 0 }));
    this.makes = printed.flatMap((card) =>
      card.id in unseen && (card.kind === 'person' || card.kind === 'unknown') && card.type
        ? [{ type: card.type, color: card.color, count: card.count }]
        : [],
    );
  }

  /** The colors of its ships: those that every box has, then what modules add. */
  get colors(): Color[] {
    const unread = this.unread.flatMap(({ card }) => (card.of === 'ship' && card.color ? [card.color] : []));
    const found = this.printed.flatMap(({ card }) => (card.kind === 'ship' ? [card.color] : []));
    return [...new Set([...COLORS, ...unread, ...found])];
  }

  ships(color: Color): Printed<Ship>[] {
    return this.of<Ship>((card): card is Ship & PrintedCard => card.kind === 'ship' && card.color === color);
  }

  persons(type: string, color?: Color): Printed<Person>[] {
    return this.of<Person>(
      (card): card is Person & PrintedCard =>
        card.kind === 'person' && card.type === type && (color === undefined || card.color === color),
    );
  }

  /** How many of a kind may still come whose numbers nobody has read off yet. */
  fresh(asked: Asked): number {
    return this.places(asked).reduce((sum, { out }) => sum + out, 0);
  }

  /** How many still come of what was asked for, of how many, those included that nobody has read off; `more`: others may be of it, too. */
  counted(asked: Asked, printed: Printed[]): { count: number; of: number; more: boolean } {
    const unread = this.places(asked);
    const mixed = this.unread.some(({ card, out }) => card.of === 'mixed' && out > 0);
    return {
      count: stillOut([...printed, ...unread]),
      of: [...printed, ...unread].reduce((sum, { card }) => sum + card.count, 0),
      more: mixed && (asked.kind === 'tax' || (asked.kind === 'ship' && COLORS.includes(asked.color))),
    };
  }

  /** What is known of such a card before anybody has read it off; of one that may still come first. */
  place(asked: Asked): Unknown | undefined {
    const places = this.places(asked);
    return (places.find(({ out }) => out > 0) ?? places[0])?.card;
  }

  /** The colors that such a card may have, as long as nobody has read it off. */
  tints(asked: Asked): Color[] {
    return this.places(asked).flatMap(({ card, out }) => (card.color && out > 0 ? [card.color] : []));
  }

  /** Whether a card of that kind may lie there of which nobody can tell the numbers. */
  open(asked: Asked): boolean {
    const carries = asked.kind === 'ship' && COLORS.includes(asked.color) && this.carried.length > 0;
    return carries || (asked.kind !== 'expedition' && this.fresh(asked) > 0);
  }

  private places(asked: Asked): { card: Unknown; out: number }[] {
    return this.unread.filter(({ card: { of, type, color, ...more } }) =>
      asked.kind === 'ship'
        ? asked.item
          ? of === 'mixed' && cargoOf(more).some((one) => one === asked.item)
          : of === 'ship' && color === asked.color
        : asked.kind === 'person'
          ? of === 'person' && type === asked.type && (asked.color === undefined || color === asked.color)
          : asked.kind === 'expedition' && of === 'expedition',
    );
  }

  /** The place with that id, of which nobody knew the numbers. */
  placeNamed(id: string): Unknown | undefined {
    return this.unread.find(({ card }) => card.id === id)?.card;
  }

  /** What ships of the colors of every box carry in this one, some of them. */
  get carries(): string[] {
    return [...new Set(this.unread.flatMap(({ card }) => (card.of === 'mixed' ? cargoOf(card) : [])))];
  }

  /** What a ship of one of the colors of every box may carry, where some of them do and nobody has read them off. */
  get carried(): string[] {
    return [
      ...new Set(
        this.unread.flatMap(({ card, out }) => (card.of === 'mixed' && out > 0 ? cargoOf(card) : [])),
      ),
    ];
  }

  /** The kinds of persons in this box, those with a key in every box first. */
  private get types(): string[] {
    const found = new Set(this.makes.map(({ type }) => type));
    return [...KEYS.filter((type) => found.has(type)), ...[...found].filter((type) => !KEYS.includes(type))];
  }

  /** A box with so few kinds that all have a key, those with a color one for each ship; null where it has more. */
  get few(): Few | null {
    const { types } = this;
    if (this.printed.some(({ card }) => card.kind === 'expedition') || types.length >= KEYS.length)
      return null;
    const colored = types.filter((type) => this.makes.some((one) => one.type === type && one.color));
    return { colored, plain: types.filter((type) => !colored.includes(type)) };
  }

  expeditions(): Printed<Expedition>[] {
    return this.of<Expedition>((card): card is Expedition & PrintedCard => card.kind === 'expedition');
  }

  taxes(): Printed<Tax>[] {
    return this.of<Tax>((card): card is Tax & PrintedCard => card.kind === 'tax');
  }

  /** Kinds of persons in this box that have no key of their own on the first page, those with the most cards first. */
  get others(): string[] {
    const counts = new Map<string, number>();
    for (const { type, count } of this.makes)
      if (!KEYS.includes(type)) counts.set(type, (counts.get(type) ?? 0) + count);
    return [...counts].sort(([, one], [, other]) => other - one).map(([type]) => type);
  }

  /** What lies on the shelf, kind by kind. */
  get shelf(): Printed[] {
    return this.added.shelf.flatMap((type) => this.persons(type));
  }

  get added(): Added {
    const kinds = this.others;
    const keys = kinds.length > PLACES ? kinds.slice(0, PLACES - 1) : kinds;
    return { keys, shelf: kinds.slice(keys.length) };
  }

  /** The same box with nothing in it but what fits. */
  only(fits: (one: Printed) => boolean): Box {
    const box = Object.create(this) as Box;
    box.printed = this.printed.filter(fits);
    return box;
  }

  printedAs(id: string): Printed | undefined {
    return this.printed.find(({ card }) => card.id === id);
  }

  card(card: Card | string): Card | undefined {
    return typeof card === 'string' ? this.byId.get(card) : card;
  }

  private of<C extends Card>(fits: (card: PrintedCard) => card is C & PrintedCard): Printed<C>[] {
    return this.printed.filter((one): one is Printed<C> => fits(one.card));
  }
}

function unique(cards: Known[]): Known[] {
  return [...new Map(cards.map((card) => [card.id, card])).values()];
}

/** The one card that a tap can only mean: the only one printed, or the only one still out. */
export function onlyOne<C extends Card>(printed: Printed<C>[]): Printed<C> | undefined {
  if (printed.length === 1) return printed[0];
  const out = printed.filter((one) => one.out > 0);
  return out.length === 1 ? out[0] : undefined;
}

export function stillOut(printed: { out: number }[]): number {
  return printed.reduce((sum, one) => sum + one.out, 0);
}
