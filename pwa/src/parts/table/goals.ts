import type { Goal, Template, View } from '../../engine';
import { playing } from '../../engine/seating';
import type { Speech } from '../../words/speech';
import { pair } from '../../words/pieces';
import { list, signed, t } from '../../words/words.svelte';
import { prizeSaid, prizesOf } from '../prints';
import type { Prize } from '../prints';
import { needSaid } from './need';

/** `solo` tall, with the name, `named` two columns with the name, `plain` three columns, `six` six columns, `four` one line of four, `line` one line that slides sideways. */
export type Form = 'solo' | 'named' | 'plain' | 'six' | 'four' | 'line';

/** How many of two rows hold in three columns. */
const PLAIN = 6;
/** Goals that each may complete stand side by side, and for two players names have room, as long as no more than these lie there. */
const FOUR = 4;

/** Lines of players that leave room for two rows of goals and two of berths. */
const LINES = 3;

/** Whether two lines of goals would leave the water too little: the tiles keep their height, whatever lies there. */
export function isScarce(view: View, low: boolean): boolean {
  const crew = playing(view).length;
  // Five stand two a line, and share the last one with what counts down.
  const lines = crew > 4 ? LINES : crew + (view.countdowns?.length ?? 0);
  return low || view.phase === 'trade_hire' || lines > LINES;
}

/** What all need together, but for goals that fold into one tile: that one says how many are done. */
export function teamLeft({ team = [], goals = [] }: Pick<View, 'team' | 'goals'>): NonNullable<View['team']> {
  return team.filter(({ what }) => !goals.some(({ kind, rewards }) => `${kind}s` === what && !rewards));
}

/** Which form fits: players and goals say how many columns, and where little room is left there is one line, as there always is of goals that each may complete. */
export function formOf(count: number, players: number, scarce: boolean, each = false): Form {
  if (each) return count > FOUR ? 'line' : 'four';
  if (scarce) return 'line';
  if (count > PLAIN) return 'six';
  if (players === 1) return 'solo';
  return players < 3 && count <= FOUR ? 'named' : 'plain';
}

/** Nothing is left to be claimed of it: its spaces are full, or what all do together is done. */
export function isDone(
  { done_by = [], spaces = [], can = [], rewards }: Goal,
  view: Pick<View, 'way'> & Partial<View>,
): boolean {
  if (!done_by.length || can.length) return false;
  // Each player may do it once.
  if (rewards)
    return (view.players ?? []).every(
      ({ seat }) => done_by.includes(seat) || !(view.order ?? []).includes(seat),
    );
  return view.way === 'coop' || view.way === 'solo' || !spaces.some(({ seat }) => seat === undefined);
}

/** The goals that can still be claimed, lit ones first where they lie in one line; and those that are done. */
export function sorted(view: View, form: Form): { open: Goal[]; done: Goal[] } {
  const goals = view.goals ?? [];
  // Alone they are few, and each stays where it lies.
  const done = form === 'solo' ? [] : goals.filter((goal) => isDone(goal, view));
  const open = goals.filter((goal) => !done.includes(goal));
  return { open: form === 'line' ? [...open].sort((one, other) => weight(other) - weight(one)) : open, done };
}

function weight({ can = [], now }: Goal): number {
  return can.length ? (now ? 2 : 1) : 0;
}

/** The templates that spend a goal; what only brings it further is done where its card lies. */
export function waysOf(goal: Goal, view: View): Template[] {
  return view.allowed.filter(
    ({ about, harbor_index }) => about?.goal === goal.id && harbor_index === undefined,
  );
}

/** Whether the last entry completed it: somebody stands on it who did not before. */
export function isNew(goal: Goal, before: Goal[] | undefined): boolean {
  const was = before?.find(({ id }) => id === goal.id);
  return was !== undefined && (goal.done_by?.length ?? 0) > (was.done_by?.length ?? 0);
}

/** One tap is enough where there is one way and nothing is given up. */
export function atOnce(goal: Goal, ways: Template[]): Template | undefined {
  const [way, ...others] = ways.filter(({ allowed }) => allowed);
  return way &&
    !others.length &&
    !way.asks?.length &&
    !(goal.unread && way.figures?.['marker'] === undefined) &&
    !goal.need.some(({ give }) => give)
    ? way
    : undefined;
}

/** What completing it changes, from what to what; and what is given up, where there is a choice. */
export function completesSaid({ by, figures = {}, give }: Template, view: View, speech: Speech): string {
  const player = view.players[by];
  const { coins = 0, points = 0, marker, of } = figures;
  const had = player?.coins ?? 0;
  const before = prizesOf(player ?? {});
  return [
    marker && of ? t('goals.steps', { at: marker, of }) : '',
    coins ? t('goals.coins_to', { from: had, to: had + coins }) : '',
    ...prizesOf(figures).map(({ key, count }) => {
      const from = before.find((one) => one.key === key)?.count ?? 0;
      return t('goals.prize_to', { prize: speech.term(key), from, to: from + count });
    }),
    points ? t('figures.points', { count: Math.abs(points), figure: signed(points) }) : '',
    give?.length ? t('goals.gives', { what: list(give.map((one) => speech.term(one))) }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** All that a tile shows, in words. */
export function goalSaid(goal: Goal, speech: Speech): string {
  const names = (seats: number[]): string => list(seats.map((seat) => speech.name(seat)));
  const free = goal.spaces?.find(({ seat }) => seat === undefined);
  return [
    goal.known === false
      ? pair(speech.goal(goal), t('goals.unknown'))
      : pair(speech.goal(goal), needSaid(goal.need, speech)),
    ...rewardsSaid(goal, speech),
    free ? t('goals.next', { count: free.coins }) : '',
    goal.unread && goal.known !== false ? t('waits.unread') : '',
    goal.unpaid?.length ? t('waits.whose', { names: names(goal.unpaid) }) : '',
    goal.points ? t('count.points', { count: goal.points }) : '',
    goal.done_by?.length ? t('goals.done_by', { names: names(goal.done_by) }) : '',
    ...(goal.waiting ?? []).map(({ seat, at, of }) => t('goals.waits', { name: speech.name(seat), at, of })),
    goal.can?.length ? t(goal.now ? 'goals.now' : 'goals.can', { names: names(goal.can) }) : '',
  ]
    .filter(Boolean)
    .join('. ');
}

/** What the first gets, while nobody is, and what everybody gets. */
export function rewardsOf({ rewards, done_by = [] }: Goal): {
  coins: number;
  first: Prize[];
  all: Prize[];
} {
  const first = done_by.length ? {} : (rewards?.first ?? {});
  return {
    coins: first['coins'] ?? 0,
    first: prizesOf(first),
    all: prizesOf(rewards?.all ?? {}),
  };
}

function rewardsSaid(goal: Goal, speech: Speech): string[] {
  const { coins, first, all } = rewardsOf(goal);
  return [
    coins ? t('goals.first', { what: t('count.coins', { count: coins }) }) : '',
    ...first.map((one) => t('goals.first', { what: prizeSaid(one, speech) })),
    ...all.map((one) => t('goals.everybody', { what: prizeSaid(one, speech) })),
  ];
}
