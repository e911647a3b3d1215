import { describe, expect, it } from 'vitest';

import { fixture } from '../fixtures/views';
import { placesOn, playing } from './seating';

const view = fixture('discover');

describe('who plays', () => {
  it('is everybody in the order of the turns, by the numbers that they keep', () => {
    expect(playing({ ...view, order: [2, 0] }).map(({ seat }) => seat)).toEqual([2, 0]);
  });

  it('is everybody by number at a table that an earlier version has kept', () => {
    const { order: _order, ...old } = view;
    expect(playing(old)).toBe(view.players);
  });

  it('leads round the table both ways, past who has left', () => {
    const left = { ...view, order: [0, 2, 1] };
    expect(placesOn(left, 0, 1)?.seat).toBe(2);
    expect(placesOn(left, 0, -1)?.seat).toBe(1);
    expect(placesOn({ ...view, order: [0, 2] }, 1, 1)).toBeUndefined();
  });
});
