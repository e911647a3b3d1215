import type { Drawing } from '../drawings/sprite';
import type { Speech } from '../words/speech';

/** What a module prints on cards besides what the base game does, and what of it lies before players, in src/modules/<name>/prints.ts. */
export interface Prints {
  /** What a card has or has not, by its key, which its drawing has for a name; its words are `card.<key>` and `signs.<key>`. */
  signs?: (string & Drawing)[];
  /** What a card carries and whoever takes it for that keeps, each thing under the name of its drawing: its key, and that of such a take. */
  cargo?: { key: string; taken: string };
  /** What a tax leaves to whoever pays it where that is not half, by the key of its figure; its words are `pad.<key>`. */
  leaves?: string;
  /** What makes a hire dearer than it is printed, a term. */
  dearer?: string;
  /** What is won besides coins, by its key: one of it, which has a drawing and a term of that name, and how many a card may show. */
  prizes?: Record<string, { one: string & Drawing; most: number }>;
}

export interface Prize {
  key: string;
  one: Drawing;
  count: number;
}

const found = Object.values(
  import.meta.glob<Prints>('../modules/*/prints.ts', { eager: true, import: 'default' }),
);

export const SIGNS = found.flatMap(({ signs = [] }) => signs);
export const CARGO = found.flatMap(({ cargo = [] }) => cargo);
export const PRIZES = found.flatMap(({ prizes = {} }) =>
  Object.entries(prizes).map(([key, prize]) => ({ key, ...prize })),
);
const LEAVES = found.flatMap(({ leaves = [] }) => leaves);
const [DEARER = ''] = found.flatMap(({ dearer = [] }) => dearer);
/** Every key of a card that modules print. */
export const PRINTED = [...SIGNS, ...CARGO.map(({ key }) => key), ...PRIZES.map(({ key }) => key)];

const said = (of: object, key: string): unknown => (of as Record<string, unknown>)[key];

/** What is drawn beside a card's numbers. */
export const signsOf = (card: object): Drawing[] => SIGNS.filter((key) => said(card, key));

/** By whom or what the price of a hire is another one than printed, a term. */
export const pricedBy = (discount: number): string => (discount > 0 ? 'mademoiselle' : DEARER);

/** What a tax leaves, where it does not take half. */
export function leftBy(tax: object): { key: string; left: number } | undefined {
  const key = LEAVES.find((one) => said(tax, one) !== undefined);
  return key === undefined ? undefined : { key, left: Number(said(tax, key)) };
}

/** What a card carries, or a player keeps. */
export const cargoOf = (of: object): Drawing[] =>
  CARGO.flatMap(({ key }) => (said(of, key) as Drawing[] | undefined) ?? []);

/** What a card says of what it carries. */
export const carrying = (item: string): Record<string, string[]> =>
  Object.fromEntries(CARGO.map(({ key }) => [key, [item]]));

/** A ship is taken for what it carries. */
export const forCargo = (take: object): boolean => CARGO.some(({ taken }) => said(take, taken));

/** What is won besides coins, by a card, a player, a way to take one ... */
export const prizesOf = (of: object): Prize[] =>
  PRIZES.flatMap(({ key, one }) => {
    const count = Number(said(of, key) ?? 0);
    return count ? [{ key, one, count }] : [];
  });

/** Whether it says how many of such there are, also where it is none. */
export const saysPrize = (of: object, key: string): boolean =>
  PRIZES.some((one) => one.key === key) && said(of, key) !== undefined;
export const saysPrizes = (of: object): boolean => PRIZES.some(({ key }) => saysPrize(of, key));

/** So many, in the words of the box. */
export function prizeSaid({ key, one, count }: Prize, speech: Speech): string {
  return `${count} ${speech.counted(one, key, count)}`;
}

/** One that is named by its drawing: "<one> 2". */
export function prizeNamed(name: string): Prize | undefined {
  const [one, count = 1] = name.split(' ');
  const prize = PRIZES.find((each) => each.one === one);
  return prize && { ...prize, count: Number(count) };
}
