import type { Stepping } from '../../engine/steps';

type Month = NonNullable<Stepping['countdowns']>[number];

/** Nothing but Month's End is left to be turned up. */
export function isLast({ due, events = [] }: Month): boolean {
  return Boolean(due) && events.find(({ state }) => state === 'ahead')?.last === true;
}
