import { describe, expect, it } from 'vitest';

import { fixture } from '../../fixtures/views';
import { berths, columns, used, waterOf } from './berths';
import { levied } from '../../screens/table/levied';

describe('berths', () => {
  it('are ten from the first card on, and five more with the eleventh', () => {
    expect([0, 1, 5, 10, 11, 15, 16].map((cards) => berths(cards))).toEqual([10, 10, 10, 10, 15, 15, 20]);
    expect([0, 12, 13].map((cards) => berths(cards, { row: 6, rows: 2 }))).toEqual([12, 12, 18]);
  });

  it('lie below the keys of the sails, and where players and goals leave a low phone one row, six lie in it', () => {
    const view = fixture('adv-crew');
    const of = (count: number): typeof view => ({
      ...view,
      players: view.players.slice(0, count),
      order: view.order.slice(0, count),
    });
    expect(waterOf(fixture('discover'), 5, true)).toEqual({ row: 5, rows: 2 });
    expect(waterOf(view, 6, false)).toEqual({ row: 6, rows: 2 });
    expect([1, 2, 3, 4].map((count) => waterOf(of(count), 6, true).rows)).toEqual([1, 2, 2, 1]);
    const seventh = {
      ...view,
      harbor: [0, 1, 2, 3, 4, 5, 6].map((index) => ({ ...view.harbor[0], index })) as typeof view.harbor,
    };
    expect(waterOf(seventh, 6, true)).toEqual({ row: 6, rows: 2 });
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
