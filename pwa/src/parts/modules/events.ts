import type { Drawing } from '../../drawings/sprite';
import type { CountdownInfo } from '../../engine';
import type { Speech } from '../../words/speech';

export type EventInfo = NonNullable<CountdownInfo['events']>[number];
export type EffectInfo = NonNullable<EventInfo['effects']>[number];

/** How a module shows the cards of a pile that say what holds in a turn, in src/modules/<name>/events.ts. */
export interface Events {
  drawing: (effects: EffectInfo[]) => Drawing;
  said: (effects: EffectInfo[], speech: Speech) => string;
  /** The same in a few words. */
  short: (effects: EffectInfo[], speech: Speech) => string;
  when: (effects: EffectInfo[], speech: Speech) => string;
}

const [found] = Object.values(
  import.meta.glob<Events>('../../modules/*/events.ts', { eager: true, import: 'default' }),
);

export const eventDrawing = ({ effects = [] }: EventInfo): Drawing => found?.drawing(effects) ?? 'fog';
export const eventSaid = ({ effects = [] }: EventInfo, speech: Speech): string =>
  found?.said(effects, speech) ?? '';
export const eventShort = ({ effects = [] }: EventInfo, speech: Speech): string =>
  found?.short(effects, speech) ?? '';
export const eventWhen = ({ effects = [] }: EventInfo, speech: Speech): string =>
  found?.when(effects, speech) ?? '';

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
