import { describe, expect, it } from 'vitest';

import { fixture } from '../../fixtures/views';
import { nextSeat, rowOf, wayOf } from './lanes';

describe('the way to the points that bring the end', () => {
  it('begins on the first field and ends on the last, however many points somebody has', () => {
    expect(wayOf(0, 12)).toEqual({ fields: 12, reached: 0, at: 0 });
    expect(wayOf(12, 12).at).toBeCloseTo((100 * 11.5) / 12);
    expect(wayOf(15, 12)).toEqual(wayOf(12, 12));
  });

  it('has the boat on the middle of the field that was reached', () => {
    expect(wayOf(9, 12).at).toBeCloseTo((100 * 8.5) / 12);
  });
});

describe('a player’s line on a tablet', () => {
  it('is lower below two lines of goals, and where it would be too low for two metres two share it', () => {
    const view = fixture('adv-crew');
    const few = { ...view, goals: view.goals?.slice(0, 2) ?? [] };
    expect([3, 4].map((players) => rowOf(few, players))).toEqual([
      { high: 80, two: false },
      { high: 68, two: false },
    ]);
    expect(rowOf(view, 4)).toEqual({ high: 57, two: false });
    expect(rowOf(view, 5)).toEqual({ high: 76, two: true });
  });
});

describe('who comes next', () => {
  it('is the next turn while somebody discovers, and the next part while cards are taken', () => {
    const discover = fixture('discover');
    expect(nextSeat({ ...discover, order: [0, 1, 2], active: 2, acting: 2 })).toBe(0);
    const trade = fixture('trade');
    expect(
      nextSeat({
        ...trade,
        acting: 0,
        parts: [
          { seat: 0, coins: 0, why: '', count: 0, cards: 0 },
          { seat: 2, coins: 0, why: '', count: 0, cards: 0 },
        ],
      }),
    ).toBe(2);
  });

  it('is nobody after the last turn of the last round, or when the game is over', () => {
    const discover = fixture('discover');
    expect(nextSeat({ ...discover, end_triggered: true, remaining_active: [] })).toBeUndefined();
    expect(nextSeat({ ...discover, phase: 'game_over' })).toBeUndefined();
  });
});
