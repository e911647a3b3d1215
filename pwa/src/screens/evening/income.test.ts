import { describe, expect, it } from 'vitest';

import type { EveningPlayer } from '../../engine/evenings';
import { columnsOf, paidTo } from './income';

function player(income: Record<string, number>): EveningPlayer {
  const parts = Object.entries(income).map(([why, coins], at) => ({
    why,
    coins,
    moments: [{ revision: 9 - at, round: 1 }],
  }));
  return { seat: 0, name: 'Ada', drawn: 0, repelled: [], busts: [], hired: {}, income: parts };
}

describe('where the coins came from', () => {
  it('shows only what has paid, in one order at every table', () => {
    expect(columnsOf([player({ jester: 9 }), player({ trade: 1 })])).toEqual(['trade', 'jester']);
    expect(columnsOf([player({})])).toEqual([]);
  });

  it('puts the smallest and whatever a module pays together', () => {
    const all = player({
      trade: 30,
      trader: 6,
      compensation: 12,
      jester: 4,
      admiral: 5,
      expedition: 1,
      clerk: 2,
    });
    const columns = columnsOf([all]);
    expect(columns).toEqual(['trade', 'trader', 'compensation', 'jester', 'admiral', 'other']);
    expect(paidTo(all, columns).at(-1)).toEqual({
      source: 'other',
      coins: 3,
      moments: [
        { revision: 3, round: 1 },
        { revision: 4, round: 1 },
      ],
    });
  });

  it('loses no coin', () => {
    const all = player({
      trade: 30,
      trader: 6,
      compensation: 12,
      jester: 4,
      admiral: 5,
      expedition: 1,
      tax_bonus: 3,
    });
    expect(paidTo(all, columnsOf([all])).reduce((sum, { coins }) => sum + coins, 0)).toBe(61);
  });
});
