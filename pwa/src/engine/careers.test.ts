import { expect, it } from 'vitest';

import { MOST_GAMES, newest } from './careers';
import type { Played } from './careers';
import { toSeconds } from './time';
import type { Millis } from './time';

const game = (day: number): Played => ({ code: `T${day}`, at: toSeconds(day * 86_400_000 as Millis), edition: 'pegasus', modules: ['base'], players: [] });

it('tells of the newest games where the engine takes no more', () => {
  const days = Array.from({ length: MOST_GAMES + 3 }, (_, day) => day);
  const kept = newest(days.map(game)).map(({ at }) => at);
  expect(kept).toHaveLength(MOST_GAMES);
  expect(Math.min(...kept)).toBe(game(3).at);
});

it('leaves fewer as they are', () => {
  const games = [2, 9, 4].map(game);
  expect(newest(games)).toEqual(games);
});
