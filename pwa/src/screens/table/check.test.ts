import { expect, it } from 'vitest';

import type { View } from '../../engine';
import { checkIsDue } from './check';

const begun = {
  phase: 'discover',
  active: 0,
  start_player: 0,
  round: 4,
  harbor: [],
  last: { entry: { type: 'take' } },
} as unknown as View;

it('asks once when a round begins, every so many rounds', () => {
  expect(checkIsDue(begun, 3)).toBe(true);
  expect(checkIsDue({ ...begun, round: 5 }, 3)).toBe(false);
  expect(checkIsDue({ ...begun, round: 5 }, 2)).toBe(true);
});

it('asks nobody who has not wished it, and nobody in the middle of a round', () => {
  expect(checkIsDue(begun, 0)).toBe(false);
  expect(checkIsDue({ ...begun, active: 1 }, 3)).toBe(false);
  expect(checkIsDue({ ...begun, phase: 'trade_hire' }, 3)).toBe(false);
});

it('is gone with the next card, and once somebody has counted', () => {
  for (const type of ['draw', 'count', 'payment']) {
    expect(checkIsDue({ ...begun, last: { ...begun.last, entry: { type } } } as View, 3)).toBe(false);
  }
});

it('does not ask before anything was played', () => {
  expect(checkIsDue({ ...begun, round: 1 }, 2)).toBe(false);
});
