import type { Drawing } from '../drawings/sprite';
import type { Played } from '../engine';

/** How much of a game is recorded, the most first. */
export const WAYS = ['cards', 'harbor', 'takes'] as const;
export type Keeping = (typeof WAYS)[number];

/** Taps for a turn of a recorded evening, by a thumb that never slides: tests/e2e/test_light_keeping_by_touch.py counts them. */
export const TAPS: Record<Keeping, number> = { cards: 12, harbor: 10, takes: 6 };

export const DRAWINGS: Record<Keeping, Drawing> = { cards: 'quill', harbor: 'full-harbor', takes: 'coin' };

/** The ways in which a game of these modules may be kept, as the box tells of them. */
export function keepingsOf(modules: string[], played: Played[]): Keeping[] {
  // What a phone keeps of an earlier version knows of no other ways.
  const found: Partial<Played>[] = played.filter(({ module }) => modules.includes(module));
  return WAYS.filter((way) => way === 'cards' || found.every(({ keeping }) => keeping?.includes(way)));
}

/** Those modules that need more to be told. */
export function against(way: Keeping, modules: string[], played: Played[]): string[] {
  return modules.filter((module) => !keepingsOf([module], played).includes(way));
}
