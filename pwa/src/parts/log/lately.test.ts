import { expect, it } from 'vitest';

import type { LogLine } from '../../engine';
import { lately } from './lately';

const entry = (revision: number, turn: [number, number], seat: number, type: string, coins = 0): LogLine =>
  ({
    revision,
    turn,
    seat,
    holds: true,
    order: revision,
    entry: { type },
    ledger: [{ why: type, rule: type, seat, coins }],
  }) as unknown as LogLine;

const LOG = [
  ...[1, 2, 3].map((at) => entry(at, [1, 0], 0, 'draw')),
  entry(4, [1, 0], 0, 'take', 3),
  entry(5, [1, 0], 1, 'take', -1),
  ...[6, 7, 8, 9].map((at) => entry(at, [1, 1], 1, 'draw')),
  entry(10, [1, 1], 1, 'take', 2),
  ...[11, 12].map((at) => entry(at, [1, 2], 2, 'draw')),
];
const shown = (...about: [number?, number?]) => {
  const { turns, meant } = lately(LOG, ...about);
  return [turns.flatMap(({ lines }) => lines.map(({ revision }) => revision)), meant?.revision];
};

it('shows the last whole turns, at least ten entries, and means the newest', () => {
  expect(shown()).toEqual([LOG.map(({ revision }) => revision), 12]);
});

it('of a player shows what they did, and means where the coins changed last', () => {
  expect(shown(1)).toEqual([[5, 6, 7, 8, 9, 10], 10]);
  expect(shown(0)).toEqual([[1, 2, 3, 4], 4]);
});

it('shows what led to an entry, and nothing after its turn', () => {
  expect(shown(undefined, 7)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 7]);
});

it('has nothing to show at a new table', () => {
  expect(lately([])).toEqual({ turns: [], meant: undefined });
});
