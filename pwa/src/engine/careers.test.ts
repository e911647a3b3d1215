import { expect, it } from 'vitest';

import { MOST_GAMES, MOST_PLAYERS, newest } from './careers';
import type { Played } from './careers';
import { toSeconds } from './time';
import type { Millis } from './time';

const game = (day: number): Played => ({
  code: `T${day}`,
  at: toSeconds((day * 86_400_000) as Millis),
  edition: 'pegasus',
  modules: ['base'],
  players: [],
});

it('tells of the newest games where the engine takes no more', () => {
  const days = Array.from({ length: MOST_GAMES + 3 }, (_, day) => day);
  const kept = newest(days.map(game)).map(({ at }) => at);
  expect(kept).toHaveLength(MOST_GAMES);
  expect(Math.min(...kept)).toBe(game(3).at);
});

it('tells of the newest games where more people have played than the engine takes', () => {
  const guests = Array.from({ length: MOST_PLAYERS + 5 }, (_, day) => ({
    ...game(day),
    players: [{ name: `Guest ${day}`, vp: 9, won: false, busts: 0, hired: {}, awards: [] }],
  }));
  const kept = newest(guests);
  expect(kept).toHaveLength(MOST_PLAYERS);
  expect(Math.min(...kept.map(({ at }) => at))).toBe(game(5).at);
});

it('leaves fewer as they are', () => {
  const games = [2, 9, 4].map(game);
  expect(newest(games)).toEqual(games);
});
