import type { Component } from 'svelte';

import type { View } from '../../engine';
import type { Speech, Told } from '../../words/speech';
import type { Again, CompleteProps, EndedProps, HandProps, LearnProps, WalkProps, Walks } from './walks';

const walks = import.meta.glob<Walks>('../../modules/*/walks.ts', { import: 'default' });

/** Of the modules that are here: a table without one of them never fetches its steps. */
let found = $state.raw<Walks[]>([]);

/** Fetches the steps of these modules, or of all. Throws where the network does not bring them. */
export async function bringWalks(modules?: readonly string[]): Promise<void> {
  const wanted = Object.entries(walks).filter(
    ([file]) => modules?.includes(file.split('/').at(-2) ?? '') ?? true,
  );
  const came = (await Promise.all(wanted.map(([, bring]) => bring()))) as Walks[];
  const more = came.filter((one) => !found.includes(one));
  if (more.length) found = [...found, ...more];
}

function first<T>(of: (walks: Walks) => T | undefined): T | undefined {
  for (const walks of found) {
    const one = of(walks);
    if (one) return one;
  }
  return undefined;
}

export const pageOf = (view: View): Component<WalkProps> | undefined => first((walks) => walks.page?.(view));
export const padOf = (view: View): Component<WalkProps> | undefined => first((walks) => walks.pad?.(view));
export const learnOf = (what: string): Component<LearnProps> | undefined =>
  first((walks) => walks.learn?.[what]);
export const completes = (): Component<CompleteProps> | undefined => first((walks) => walks.completes);
export const againOf = (type: string): Again | undefined => first((walks) => walks.again?.[type]);
export const handOf = (view: View): Component<HandProps> | undefined => first((walks) => walks.hand?.(view));
export const byHand = (view: View): boolean => found.some((walks) => walks.byHand?.(view));
export const endOf = (view: View): Component<EndedProps> | undefined => first((walks) => walks.ended?.(view));
export const padTold = (view: View, speech: Speech): Told | undefined =>
  first((walks) => (walks.pad?.(view) ? walks.padTold?.(view, speech) : undefined));
export const walked = (type: string): boolean => found.some(({ enters }) => enters?.includes(type));
