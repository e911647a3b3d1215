import type { Remembered } from './api';
import { ownElseServers } from './at-table';
import { localEngine } from './local';
import { ServerEngine } from './server';
import type { Seconds } from './time';

export type { Career, PastGame } from './api';

/** What a game came to for one of its players; no `place` where all played together. */
export interface Part { name: string; vp: number; place?: number; won: boolean; busts: number; hired: Record<string, number>; awards: string[] }

/** A game that is over. */
export interface Played { code: string; at: Seconds; edition: string; modules: string[]; players: Part[] }

/** So many the engine takes at once; of more, the newest are told of. */
export const MOST_GAMES = 2000;

/** What everybody's games came to, worked out by the engine. */
export function careersOf(all: Played[]): Promise<Remembered> {
  const own = localEngine();
  const games = newest(all);
  return ownElseServers(own.rules, () => own.asked<Remembered>('remembered', { games }), () => new ServerEngine().ask<Remembered>('POST', '/remembered', { games }));
}

export function newest(games: Played[]): Played[] {
  return games.length <= MOST_GAMES ? games : [...games].sort((one, other) => other.at - one.at).slice(0, MOST_GAMES);
}
