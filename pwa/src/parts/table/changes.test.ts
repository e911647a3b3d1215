import { beforeAll, describe, expect, it } from 'vitest';

import type { LedgerLine, View } from '../../engine';
import { fixture, library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { changesBySeat } from './changes';
import { tell } from './ledger-lines';

const SAILOR = { kind: 'person', type: 'sailor', cost: 3, vp: 1, swords: 1 };
const PINNACE = { kind: 'ship', color: 'yellow', swords: 2, coins: 3 };

/** The table of trade, where Ben is active, after an entry with these lines. */
function after(ledger: LedgerLine[]): Map<number, { coins: number; why: string }> {
  const view: View = {
    ...fixture('trade'),
    last: { revision: 9, entry: { type: 'take' }, reason: 'OK', ledger },
  };
  return changesBySeat(view, new Speech(view.edition, view.players, library.editions));
}

describe('what an entry changed for a player', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules();
  });

  it.each([
    ['gunner', 'Gunners'],
    ['vice_admiral', 'Vice Admirals'],
    ['gift', 'a gift'],
  ])('names what a module pays: %s', (why, words) => {
    expect(
      after([{ why, rule: why, seat: 2, coins: 2, params: { count: 2, cards: 4, each: 1 } }]).get(2)?.why,
    ).toBe(words);
  });

  it('is the price and the coin for the active player together', () => {
    const changed = after([
      {
        why: 'hire',
        rule: 'hire',
        seat: 2,
        coins: -3,
        params: { card: SAILOR, price: 3, cost: 3, discount: 0 },
      },
      { why: 'compensation', rule: 'compensation', seat: 2, coins: -1, params: { to: 1 } },
      { why: 'compensation', rule: 'compensation', seat: 1, coins: 1, params: { from: 2 } },
    ]);
    expect(changed.get(2)).toMatchObject({ coins: -4, why: 'Sailor −3, for a card −1' });
    expect(changed.get(1)).toMatchObject({ coins: 1, why: 'for a card' });
  });

  it('is what a ship, the Traders and the way there come to', () => {
    const changed = after([
      { why: 'trade', rule: 'trade', seat: 0, coins: 3, params: { card: PINNACE } },
      { why: 'trader', rule: 'trader', seat: 0, coins: 1, params: { count: 1, color: 'yellow' } },
      { why: 'compensation', rule: 'compensation', seat: 0, coins: -1, params: { to: 1 } },
    ]);
    expect(changed.get(0)).toMatchObject({ coins: 3, why: 'Pinnace +3, Trader +1, for a card −1' });
  });

  it('is 0 where the coin for the active player is all that a ship brings', () => {
    const changed = after([
      { why: 'trade', rule: 'trade', seat: 0, coins: 1, params: { card: { ...PINNACE, coins: 1 } } },
      { why: 'compensation', rule: 'compensation', seat: 0, coins: -1, params: { to: 1 } },
    ]);
    expect(changed.get(0)?.coins).toBe(0);
  });

  it('is loss and bonus of a tax in one figure', () => {
    const changed = after([
      { why: 'tax_loss', rule: 'tax_loss', seat: 1, coins: -7, params: { had: 14, lost: 7 } },
      { why: 'tax_bonus', rule: 'tax_bonus_vp', seat: 1, coins: 1, params: { vp: 3 } },
    ]);
    expect(changed.get(1)).toMatchObject({ coins: -6, why: 'of 14 −7, fewest points +1' });
  });

  it('is the figure that the ledger says too, with what it is made of', () => {
    const told = (ledger: LedgerLine[]) => {
      const view: View = {
        ...fixture('trade'),
        last: { revision: 9, entry: { type: 'take' }, reason: 'OK', ledger },
      };
      return tell(view, new Speech(view.edition, view.players, library.editions));
    };
    const fee = [
      { why: 'compensation', rule: 'compensation', seat: 2, coins: -1, params: { to: 1 } },
      { why: 'compensation', rule: 'compensation', seat: 1, coins: 1, params: { from: 2 } },
    ];
    const hire = {
      why: 'hire',
      rule: 'hire',
      seat: 2,
      coins: -3,
      params: { card: SAILOR, price: 3, cost: 3, discount: 0 },
    };
    const trade = { why: 'trade', rule: 'trade', seat: 2, coins: 3, params: { card: PINNACE } };
    const trader = {
      why: 'trader',
      rule: 'trader',
      seat: 2,
      coins: 1,
      params: { count: 1, color: 'yellow' },
    };
    const cheap = { ...hire, coins: -2, params: { ...hire.params, price: 2, discount: 1 } };
    expect(told([hire, ...fee])).toMatchObject({
      title: 'Cleo hires Sailor',
      why: '−4: 3 and 1 to Ben; +1 point',
    });
    expect(told([trade, trader, ...fee])).toMatchObject({
      title: 'Cleo trades Pinnace',
      why: '+3: 3 + Trader 1 − 1 to Ben',
    });
    expect(told([cheap]).why).toBe('−2: 3 − Mademoiselle 1; +1 point');
    expect(told([hire]).why).toBe('−3 coins; +1 point');
    // Hired all the same, with 2 of 3 coins.
    expect(told([{ ...hire, coins: -2, params: { ...hire.params, price: 2 } }]).title).toBe(
      'Cleo hires for 2: Sailor',
    );
  });

  it('says the one whose part it is, too, what the own take cost', () => {
    const view = fixture('trade');
    expect(view.acting).toBe(1);
    expect(
      after([
        {
          why: 'hire',
          rule: 'hire',
          seat: 1,
          coins: -2,
          params: { card: SAILOR, price: 2, cost: 3, discount: 1 },
        },
      ]).get(1),
    ).toMatchObject({ coins: -2, why: 'Sailor' });
  });
});
