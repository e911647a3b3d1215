import { expect, it } from 'vitest';

import type { Doubt, Members } from '../engine';
import { doubtStep } from './doubt';

const ENTRY: Doubt['entry'] = {
  type: 'draw',
  card: { id: 'base.person.sailor.v1.p3', kind: 'person', type: 'sailor', cost: 3, vp: 1, swords: 1 },
};
const OPEN = { id: 'mine', entry: ENTRY };

function members(doubt?: Partial<Doubt>): Members {
  const mine = doubt ? { doubt: { entry_id: 'mine', entry: ENTRY, ...doubt } } : {};
  return {
    you: 2,
    role: 'player',
    seat: 1,
    may_take_back: false,
    keeper_only: false,
    table_name: null,
    members: [
      {
        member: 1,
        name: 'Ada',
        seat: 0,
        role: 'keeper',
        doubt: { entry_id: 'theirs', entry: ENTRY, same_card: true },
      },
      { member: 2, name: 'Ben', seat: 1, role: 'player', ...mine },
    ],
  };
}

it('asks the table about a draw that others entered too, once', () => {
  expect(doubtStep(members(), OPEN, 1)).toBe('ask');
  expect(doubtStep(members({}), OPEN, 1)).toBeNull();
});

it('does what the table says', () => {
  expect(doubtStep(members({ same_card: true }), OPEN, 1)).toBe('drop');
  expect(doubtStep(members({ same_card: false }), OPEN, 1)).toBe('enter');
});

it('heeds no answer to an earlier question', () => {
  expect(doubtStep(members({ entry_id: 'before', same_card: true }), OPEN, 1)).toBe('ask');
});

it('asks no longer once its owner has answered', () => {
  expect(doubtStep(members({}), null, 1)).toBeNull();
  expect(doubtStep(members({}), null, 0)).toBe('forget');
  expect(doubtStep(members(), null, 0)).toBeNull();
});
