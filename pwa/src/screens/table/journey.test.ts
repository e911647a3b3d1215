import { describe, expect, it } from 'vitest';

import type { View } from '../../engine';
import { fixture } from '../../fixtures/views';
import { journey } from './journey';

const trade = fixture('trade');
const taken = {
  ...trade,
  undo: trade.undo + 1,
  last: {
    revision: trade.revision + 1,
    entry: { type: 'take', by: 1, harbor_index: 2 },
    reason: '',
    ledger: [],
  },
} as View;

describe('what moves between two states of the table', () => {
  const lay = trade.harbor.find(({ index }) => index === 2)?.card;

  it('sends a taken card to its player, and back when that is undone', () => {
    expect(journey(trade, taken)).toEqual({ way: 'taken', back: false, index: 2, seat: 1, card: lay });
    expect(journey(taken, trade)).toEqual({ way: 'taken', back: true, index: 2, seat: 1, card: lay });
  });

  it('moves nothing when the same state is answered again, or more than one entry lies between', () => {
    expect(journey(trade, trade)).toBeNull();
    expect(journey(trade, { ...taken, undo: trade.undo + 2 })).toBeNull();
  });
});
