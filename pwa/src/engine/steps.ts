import type { Goal, View } from './types';

/** One of those that a step asks for; `seat`: whose it is. */
export interface Choice { id: string; coins?: number; color?: string; seat?: number }

/** One thing to do, in order: done, to be done now, or later. */
export interface Step { id: string; module: string; state: 'done' | 'open' | 'next'; by?: number; figures?: Record<string, number>; pool?: Choice[]; goal?: string; story?: string; seats?: number[] }

/** Something that is read off a card once, and kept with the group's box. */
export interface Learn { what: string; id: string; module: string }

export interface Effect { when: string; what: string; count?: number; who?: string; color?: string }

/** A card of a pile that says what holds in a turn. */
export interface EventCard { state: 'done' | 'now' | 'ahead'; event?: string; effects?: Effect[]; last?: boolean }

/** What was read off cards once, by kind and id. */
export type Facts = Record<string, Record<string, Record<string, unknown>>>;

/** Where a story stands that goes over several evenings. */
export interface Standing { chapter: number; lost: number; defeats: number; added: Record<string, number>; won: number[] }

export interface Check { what: string; have: number; need: number }

/** What a view may have besides, where a module's evening goes step by step. */
export interface Stepping {
  steps?: Step[];
  learn?: Learn[];
  campaign?: Standing & { next?: Standing };
  countdowns?: { id: string; left: number; number?: number; due?: boolean; events?: EventCard[] }[];
  ended?: { checks?: Check[] };
  box?: { facts?: Facts };
}

export function stepping(view: View): Stepping {
  return view as unknown as Stepping;
}

/** Of a goal, what only some modules say. */
export interface Numbered { number?: string; known?: boolean; newest?: boolean }

export function numbered(goal: Goal): Numbered & Goal {
  return goal as Numbered & Goal;
}
