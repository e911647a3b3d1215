import type { Drawing } from '../../drawings/sprite';
import type { View } from '../../engine';

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

/** The first lesson that matters now and has not been said. */
export function dueLesson(view: View, seen: readonly Lesson[]): Lesson | undefined {
  const drawn = view.last?.entry.type === 'draw' ? view.last.entry.card : undefined;
  const aside = typeof drawn === 'object' && (drawn.kind === 'expedition' || drawn.kind === 'tax');
  const matters: Record<Lesson, boolean> = {
    draw: view.phase === 'discover' && view.harbor.length > 0,
    trade: view.phase === 'trade_hire' && view.acting === view.active,
    others: view.phase === 'trade_hire' && view.acting !== view.active,
    aside,
    race: view.players.some(({ vp }) => vp >= (view.required_vp ?? Infinity) - NEAR),
  };
  return LESSONS.find((lesson) => matters[lesson] && !seen.includes(lesson));
}
