import { describe, expect, it } from 'vitest';

import { fixture } from '../../fixtures/views';
import { berths, columns, used } from './berths';
import { levied } from './levied';

describe('berths', () => {
  it('are ten from the first card on, and five more with the eleventh', () => {
    expect([0, 1, 5, 10, 11, 15, 16].map(berths)).toEqual([10, 10, 10, 10, 15, 15, 20]);
  });

  it('are counted with the cards that were taken, so that a take moves no tile', () => {
    const view = fixture('trade-taken');
    expect(view.taken.map(({ index }) => index)).toEqual([1, 2, 0]);
    expect(view.harbor.map(({ index }) => index)).toEqual([3, 4]);
    expect(used(view)).toBe(5);
    expect(used({ ...view, harbor: [] })).toBe(3);
  });

  it('give few cards large tiles', () => {
    expect([1, 6, 7, 8, 9, 12].map(columns)).toEqual([3, 3, 4, 4, 5, 5]);
  });
});

describe('a tax', () => {
  it('is told for each player with what he had before it and why he gained', () => {
    expect(levied(fixture('tax'))).toEqual([
      { seat: 2, before: 12, after: 7, lost: 6, gained: 1, bonus: { by: 'vp', figure: 3 } },
      { seat: 3, before: 13, after: 7, lost: 6, gained: 0 },
    ]);
  });
});
