import type { Goal, Laying, View } from '../engine';

/** A goal of a table that is told: who has completed it, in order, and at which step whose marker waits, each by place. */
export interface ToldGoal {
  name: string;
  done: number[];
  waiting: Record<number, number>;
  spaces?: number[];
  seal?: Goal['seal'];
}

/** A pile that counts the game down; `left` null: nobody counted it. `may`: cards that may be put aside just now. */
export interface ToldPile {
  left: number | null;
  aside: number;
  started: boolean;
  drawn?: boolean;
  may: number;
}

/** Everything that is told of goals: of which module, how many lie there, what lies before whom, the pile, and the moment. */
export interface ToldGoals {
  module: string;
  count: number;
  lying: ToldGoal[];
  kept: string[][];
  pile: ToldPile;
  /** What only this moment allows, as the view says it; players by place. It goes once somebody changes the turn. */
  here: Record<string, (string | number)[]>;
}

/** What a module's situations call it, as src/modules/<name>/tells.ts says it. */
export interface Tells {
  /** Keys of a situation; players by name. */
  situation: (told: ToldGoals, name: (place: number) => string) => Record<string, unknown>;
  /** Keys of one player in it. */
  player: (kept: string[]) => Record<string, unknown>;
  /** The step of a ruling that completes one. */
  completes: (goal: string, entry: string, by: number | null) => Record<string, unknown> & { type: string };
  /** Of what the view says of this moment, what names players. */
  seats: string[];
  /** How many cards of its pile may be put aside now. */
  may: (view: View) => number;
  /** What a player's goals are worth, where they are worth any points. */
  points: (view: View, seat: number) => number | undefined;
  /** Colors of the ships that a player keeps for one. */
  kept: (view: View, seat: number) => string[];
  /** Whether a field of a situation tells of them. */
  field: RegExp;
}

const FOUND = Object.fromEntries(
  Object.entries(import.meta.glob<Tells>('../modules/*/tells.ts', { eager: true, import: 'default' })).map(
    ([path, tells]) => [path.split('/').at(-2) ?? '', tells],
  ),
);

const ALL = Object.values(FOUND);

/** What a player's goals are worth; undefined where they are worth no points. */
export function goalPoints(view: View, seat: number): number | undefined {
  return ALL.map(({ points }) => points(view, seat)).find((one) => one !== undefined);
}

/** Colors of the ships that were repelled and that a player keeps for a goal. */
export function keptFor(view: View, seat: number): string[] {
  return ALL.flatMap(({ kept }) => kept(view, seat));
}

/** Whether a field of a situation is told with the goals. */
export const isOfGoals = (field: string): boolean => ALL.some((tells) => tells.field.test(field));

export function tellsOf(module: string): Tells | undefined {
  return FOUND[module];
}

export function noGoals({ module, count }: Pick<Laying, 'module' | 'count'>): ToldGoals {
  return {
    module,
    count,
    lying: [],
    kept: [],
    pile: { left: null, aside: 0, started: true, may: 0 },
    here: {},
  };
}

/** The goals of a table as it stands; null where none lie there. */
export function goalsOf(view: View, place: (seat: number) => number | undefined): ToldGoals | null {
  const [first] = view.goals ?? [];
  const tells = first && tellsOf(first.module);
  if (!first || !tells) return null;
  const places = (seats: (number | string)[]): number[] => seats.flatMap((seat) => place(Number(seat)) ?? []);
  const lying = (view.goals ?? []).map(
    ({ name, done_by = [], waiting = [], spaces = [], seal }): ToldGoal => ({
      name,
      done: places(done_by),
      waiting: Object.fromEntries(waiting.flatMap(({ seat, at }) => places([seat]).map((one) => [one, at]))),
      ...(spaces.length ? { spaces: spaces.map(({ coins }) => coins) } : {}),
      ...(seal ? { seal } : {}),
    }),
  );
  const kept: string[][] = [];
  for (const { seat } of view.players) {
    const colors = tells.kept(view, seat);
    for (const one of colors.length ? places([seat]) : []) kept[one] = colors;
  }
  const [pile] = view.countdowns ?? [];
  const here = Object.entries(view.occasions ?? {}).map(([name, said]) => [
    name,
    tells.seats.includes(name) ? places(said) : said,
  ]);
  return {
    module: first.module,
    count: lying.length,
    lying,
    kept: Array.from(kept, (colors) => colors ?? []),
    pile: {
      left: pile?.left ?? null,
      aside: pile?.aside ?? 0,
      started: pile?.started ?? true,
      may: tells.may(view),
      ...(pile?.drawn === undefined ? {} : { drawn: pile.drawn }),
    },
    here: Object.fromEntries(here) as ToldGoals['here'],
  };
}

/** The keys that a situation has of it. */
export function goalKeys(told: ToldGoals, name: (place: number) => string): Record<string, unknown> {
  return tellsOf(told.module)?.situation(told, name) ?? {};
}

/** Somebody changes the turn: what only its moment allowed is over. */
export function afresh(told: ToldGoals): ToldGoals {
  const { left, aside, started } = told.pile;
  return { ...told, pile: { left, aside, started, may: 0 }, here: {} };
}

/** Players have other places now, or none. */
export function moved(told: ToldGoals, to: (place: number) => number | undefined): ToldGoals {
  const kept: string[][] = [];
  told.kept.forEach((colors, place) => {
    const now = to(place);
    if (now !== undefined) kept[now] = colors;
  });
  return {
    ...afresh(told),
    kept: Array.from(kept, (colors) => colors ?? []),
    lying: told.lying.map((goal) => ({
      ...goal,
      done: goal.done.flatMap((place) => to(place) ?? []),
      waiting: Object.fromEntries(
        Object.entries(goal.waiting).flatMap(([place, at]) => {
          const now = to(Number(place));
          return now === undefined ? [] : [[now, at]];
        }),
      ),
    })),
  };
}

/** One tap brings a player's marker a step further, at last onto the goal, then away again. */
export function stepped(goal: ToldGoal, place: number, steps = 1): ToldGoal {
  const { [place]: at = 0, ...waiting } = goal.waiting;
  if (goal.done.includes(place)) return { ...goal, done: goal.done.filter((one) => one !== place), waiting };
  return at + 1 < steps
    ? { ...goal, waiting: { ...waiting, [place]: at + 1 } }
    : { ...goal, done: [...goal.done, place], waiting };
}

/** A goal is tapped among those that could lie there: it does, or does not. */
export function chosen(told: ToldGoals, { name, spaces, seal }: Goal): ToldGoals {
  if (told.lying.some((one) => one.name === name))
    return { ...told, lying: told.lying.filter((one) => one.name !== name) };
  if (told.lying.length >= told.count) return told;
  const printed = {
    ...(spaces ? { spaces: spaces.map(({ coins }) => coins) } : {}),
    ...(seal ? { seal } : {}),
  };
  return { ...told, lying: [...told.lying, { name, done: [], waiting: {}, ...printed }] };
}

/** A color is tapped among what lies before a player for a goal. */
export function keeping(told: ToldGoals, place: number, color: string): ToldGoals {
  const had = told.kept[place] ?? [];
  const kept = Array.from({ length: Math.max(told.kept.length, place + 1) }, (_, at) => told.kept[at] ?? []);
  kept[place] = had.includes(color) ? had.filter((one) => one !== color) : [...had, color];
  return { ...told, kept };
}

export function isWhole({ lying, count }: ToldGoals): boolean {
  return lying.length === count;
}
