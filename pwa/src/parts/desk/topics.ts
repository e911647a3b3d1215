import type { Drawing } from '../../drawings/sprite';
import type { Speech } from '../../words/speech';
import { shares, tFrom } from '../../words/words.svelte';

/** What a module adds to the list, in src/modules/<name>/topics.ts: topics with their drawings, and its place among the modules. */
export interface Topics {
  place: number;
  topics: [string, Drawing][];
}

const found = Object.values(
  import.meta.glob<Topics>('../../modules/*/topics.ts', { eager: true, import: 'default' }),
);

export const TOPICS: readonly [string, Drawing][] = [
  ['setup', 'pile'],
  ['discover', 'boat'],
  ['expedition', 'expedition'],
  ['tax', 'tax'],
  ['trade', 'trader'],
  ['persons', 'admiral'],
  ['end', 'flag'],
  ...found.sort((one, other) => one.place - other.place).flatMap(({ topics }) => topics),
];

export function topicName(topic: string, speech: Speech): string {
  const said = { expeditions: speech.term('expeditions'), persons: speech.term('persons'), defaultValue: '' };
  const name = tFrom('rules.topic', topic, said) || shares(`topic.${topic}`) || topic;
  // Some languages write what the box calls its cards with a small letter.
  return name.charAt(0).toLocaleUpperCase() + name.slice(1);
}

/** A module by its name: the game's own, or as its words say. */
export function moduleName(module: string): string {
  return tFrom('rules.module', module, { defaultValue: '' }) || shares(`module.${module}`) || module;
}
