import type { Component } from 'svelte';

import type { Drawing } from '../../drawings/sprite';
import type { CountdownInfo, TeamNeed, Template } from '../../engine';
import type { Speech } from '../../words/speech';

export type EventInfo = NonNullable<CountdownInfo['events']>[number];
export type EffectInfo = NonNullable<EventInfo['effects']>[number];

/** A pile of cards of which each holds for a turn, on the waterline. */
export interface RowProps {
  countdown: CountdownInfo;
  /** Beside an odd player, in two lines. */
  cell?: boolean;
  /** What all need together, where it stands here. */
  team?: TeamNeed[] | undefined;
  onopen?: (() => void) | undefined;
}

/** The same card by card, in a sheet. */
export interface PileProps {
  countdown: CountdownInfo;
  /** Leads to where a card is read off that was turned up unread. */
  onlearn?: ((what: string, id: string) => void) | null;
  onchoose?: ((template: Template) => void) | null;
  onclose: () => void;
}

/** How a module shows the cards of a pile that say what holds in a turn, in src/modules/<name>/events.ts. */
export interface Events {
  row: Component<RowProps>;
  sheet: Component<PileProps>;
  /** In the head of the board. */
  board: Component<{ countdown: CountdownInfo }>;
  drawing: (effects: EffectInfo[]) => Drawing;
  /** In a few words. */
  short: (effects: EffectInfo[], speech: Speech) => string;
}

/** Those of the module that shows such cards. */
export const [shown] = Object.values(
  import.meta.glob<Events>('../../modules/*/events.ts', { eager: true, import: 'default' }),
);

/** How many are still to come before the last one, which is a card of the pile too. */
export function leftSaid({ id, events = [] }: CountdownInfo, speech: Speech): string {
  const left = events.filter(({ state, last }) => state === 'ahead' && !last).length;
  return `${left} ${speech.sentence(`countdowns.${id}`, { count: left })}`;
}

/** Whose turn turns each of them up: the cards ahead, in order. */
export function turnsUp({ events = [], turns = [] }: CountdownInfo): Map<EventInfo, number> {
  const ahead = events.filter(({ state }) => state === 'ahead');
  return new Map(ahead.flatMap((one, at) => (turns[at] === undefined ? [] : [[one, turns[at]] as const])));
}
