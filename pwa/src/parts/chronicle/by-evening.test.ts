import { expect, test } from 'vitest';

import type { Remembered } from '../../memory/groups';
import { monthsOf } from './by-evening';

function game(code: string, day: string, group: string, deleted: number | null = null): Remembered {
  return { table: { code }, at: new Date(day).getTime(), group, deleted } as unknown as Remembered;
}

test('games of one group on one day are one evening, those of another group another', () => {
  const months = monthsOf([
    game('d', '2026-11-19T22:00', 'us'),
    game('c', '2026-11-19T20:00', 'us'),
    game('b', '2026-11-19T12:00', 'others'),
    game('a', '2026-10-29T20:00', 'us'),
  ]);
  expect(
    months.map(({ games, evenings }) => [
      games,
      evenings.map((one) => one.games.map(({ table }) => table.code)),
    ]),
  ).toEqual([
    [3, [['d', 'c'], ['b']]],
    [1, [['a']]],
  ]);
});

test('what was deleted stands by itself and is not counted', () => {
  const [month] = monthsOf([game('b', '2026-11-19T22:00', 'us'), game('a', '2026-11-19T20:00', 'us', 5)]);
  expect([month?.games, month?.evenings.map((one) => one.games.map(({ table }) => table.code))]).toEqual([
    1,
    [['b'], ['a']],
  ]);
});
