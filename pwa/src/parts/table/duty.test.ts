import { describe, expect, it } from 'vitest';

import type { Members, Role } from '../../engine';
import { dutyOf, freeSeats } from './duty';

function me(role: Role, seat: number | null, keeper_only = false): Members {
  return {
    you: 2,
    role,
    seat,
    may_take_back: false,
    keeper_only,
    table_name: null,
    members: [{ member: 2, name: null, seat, role }],
  };
}

describe('what a phone is for', () => {
  it('has the pad at a table of its own', () => expect(dutyOf(null, 0, null)).toBe('records'));

  it('has the pad for the keeper, whoever acts, and for a player whose part it is', () => {
    expect(dutyOf(me('keeper', null), 1, null)).toBe('records');
    expect(dutyOf(me('keeper', 0), 1, null)).toBe('records');
    expect(dutyOf(me('player', 1), 1, null)).toBe('records');
  });

  it("shows a player the own view in others' parts, and the pad where that is wanted", () => {
    expect(dutyOf(me('player', 1), 0, null)).toBe('follows');
    expect(dutyOf(me('player', 1), 0, true)).toBe('records');
    expect(dutyOf(me('keeper', 1), 0, false)).toBe('follows');
    expect(dutyOf(me('keeper', 1), 1, false)).toBe('records');
  });

  it('never has the pad where nothing may be entered', () => {
    expect(dutyOf(me('player', 1, true), 1, true)).toBe('follows');
    expect(dutyOf(me('player', null), 0, true)).toBe('watches');
    expect(dutyOf(me('spectator', null), 0, true)).toBe('watches');
  });

  it('watches for a player who has left, and still records for a keeper who has', () => {
    expect(dutyOf(me('player', 1), 0, true, [0, 2])).toBe('watches');
    expect(dutyOf(me('keeper', 1), 0, null, [0, 2])).toBe('records');
    expect(dutyOf(me('player', 1), 1, null, [0, 2, 1])).toBe('records');
  });

  it('knows which seats have no phone', () =>
    expect(freeSeats(me('player', 1), [{ seat: 0 }, { seat: 1 }, { seat: 2 }])).toEqual([0, 2]));
});
