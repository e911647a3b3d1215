import type { Drawing } from '../../drawings/sprite';
import type { View } from '../../engine';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';

/** What there is to learn on a first evening, in the order of the pages that say it. */
export const LESSONS = ['draw', 'trade', 'others', 'aside', 'race'] as const;
export type Lesson = (typeof LESSONS)[number];

export const DRAWN: Record<Lesson, Drawing> = {
  draw: 'boat',
  trade: 'chest',
  others: 'people',
  aside: 'expedition',
  race: 'cup',
};
/** The page of the rules desk that says all of it. */
export const PAGES: Record<Lesson, string> = {
  draw: 'turn',
  trade: 'turn',
  others: 'turn',
  aside: 'turn',
  race: 'end',
};
/** So many points before the end somebody may bring it. */
const NEAR = 4;

/** Whether what the lessons say is what this table plays. */
export function teaches({ way, modules }: { way: string; modules: string[] }): boolean {
  return way === 'competitive' && modules.includes('base');
}

/** What was drawn just now to be set aside. */
function setAside({ last }: View): 'expedition' | 'tax' | undefined {
  const card = last?.entry.type === 'draw' ? last.entry.card : undefined;
  return typeof card === 'object' && (card.kind === 'expedition' || card.kind === 'tax')
    ? card.kind
    : undefined;
}

/** The first lesson that matters now and has not been said. */
export function dueLesson(view: View, seen: readonly Lesson[]): Lesson | undefined {
  const matters: Record<Lesson, boolean> = {
    draw: view.phase === 'discover' && view.harbor.length > 0,
    trade: view.phase === 'trade_hire' && view.acting === view.active,
    others: view.phase === 'trade_hire' && view.acting !== view.active,
    aside: setAside(view) !== undefined,
    race: view.players.some(({ vp }) => vp >= (view.required_vp ?? Infinity) - NEAR),
  };
  return LESSONS.find((lesson) => matters[lesson] && !seen.includes(lesson));
}

/** Short enough for the sky: no name is in it, which could be of any length. */
export function said(lesson: Lesson, view: View, speech: Speech) {
  const gaps = {
    required: view.required_vp,
    expeditions: speech.term('expeditions'),
    color: speech.term('color'),
    colors: speech.term('colors'),
    points: t('count.points', { count: Math.max(...view.players.map(({ vp }) => vp)) }),
  };
  const say = (what: 'title' | 'first' | 'then' | 'do' | 'how') => t(`lessons.${lesson}.${what}`, gaps);
  const lines = [say('first'), say('then')];
  return {
    title: say('title'),
    // What came is said first: with large text nothing else is.
    lines: lesson === 'aside' && setAside(view) === 'tax' ? lines.reverse() : lines,
    act: say('do'),
    how: say('how'),
  };
}
