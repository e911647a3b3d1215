import type { Stepping } from '../../engine/module-view';

type Month = NonNullable<Stepping['countdowns']>[number];

/** Nothing but Month's End is left to be turned up. */
export function isLast({ due, events = [] }: Month): boolean {
  return Boolean(due) && events.find(({ state }) => state === 'ahead')?.last === true;
}
