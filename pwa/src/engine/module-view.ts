import type { Box, Campaign, Goal, View } from './api';

export type { Check, Choice, Effect, Event as EventCard, Learn, NextGame as Standing, Step } from './api';

/** What was read off cards once, by kind and id. */
export type Facts = Record<string, Record<string, Record<string, unknown>>>;

/** What a view may have besides, where a module's evening goes step by step. */
export type Stepping = Pick<View, 'steps' | 'learn' | 'countdowns' | 'ended'> & {
  campaign?: Campaign;
  box?: Box & { facts?: Facts };
};

export function stepping(view: View): Stepping {
  return view as Stepping;
}

/** Of a goal, what only some modules say. */
export interface Numbered {
  number?: string;
  known?: boolean;
  newest?: boolean;
}

export function numbered(goal: Goal): Numbered & Goal {
  return goal as Numbered & Goal;
}
