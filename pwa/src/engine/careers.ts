import type { Remembered } from './api';
import { ownElseServers } from './at-table';
import { localEngine } from './local';
import { ServerEngine } from './server';
import type { Seconds } from './time';

export type { Career, PastGame } from './api';

/** What a game came to for one of its players; no `place` where all played together. */
export interface Part {
  name: string;
  vp: number;
  place?: number;
  won: boolean;
  busts: number;
  hired: Record<string, number>;
  awards: string[];
}

/** A game that is over. */
export interface Played {
  code: string;
  at: Seconds;
  edition: string;
  modules: string[];
  players: Part[];
}

/** So many games, and different players in them, the engine takes at once; of more, the newest are told of. */
export const MOST_GAMES = 2000;
export const MOST_PLAYERS = 300;

/** What everybody's games came to, worked out by the engine. */
export function careersOf(all: Played[]): Promise<Remembered> {
  const own = localEngine();
  const games = newest(all);
  return ownElseServers(
    own.rules,
    () => own.asked<Remembered>('remembered', { games }),
    () => new ServerEngine().ask<Remembered>('POST', '/remembered', { games }),
  );
}

export function newest(games: Played[]): Played[] {
  const names = new Set<string>();
  const met = (game: Played): number => {
    for (const { name } of game.players) names.add(name);
    return names.size;
  };
  const sorted = [...games].sort((one, other) => other.at - one.at);
  const over = sorted.findIndex((game, place) => place >= MOST_GAMES || met(game) > MOST_PLAYERS);
  return over < 0 ? games : sorted.slice(0, over);
}
