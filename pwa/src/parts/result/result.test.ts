import { beforeAll, describe, expect, it } from 'vitest';

import type { Score } from '../../engine';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { becauseOf, compared, headlineOf, provenFor, whyTitle } from './result';

const speech = new Speech('pegasus', []);
const stands = (name: string, place: number, vp: number, coins: number): Score['ranking'][number] => ({
  name,
  place,
  seat: place - 1,
  vp,
  coins,
  expeditions: 0,
  items: [],
});

const byCoins: Score = {
  final: true,
  reason: 'WINNER',
  outcome: 'ranked',
  title: null,
  winners: ['Ben'],
  ineligible: [],
  ranking: [stands('Ben', 1, 13, 4), stands('Cleo', 2, 13, 2), stands('Ada', 3, 10, 9)],
  proof: [
    { by: 'vp', values: { Ben: 13, Cleo: 13, Ada: 10 }, left: ['Ben', 'Cleo'], rule: 'winner' },
    { by: 'coins', values: { Ben: 4, Cleo: 2, Ada: 9 }, left: ['Ben'], rule: 'tie_break' },
  ],
};

describe('the result in words', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules('en');
  });

  it('says who won and what decided', () => {
    expect(headlineOf(byCoins)).toBe('Ben wins');
    expect(becauseOf(byCoins, speech)).toBe('13 points, same as Cleo; 4 coins to 2.');
    expect(whyTitle(byCoins)).toBe('Why Ben and not Cleo');
  });

  it('compares only those who are still in', () => {
    expect(compared(byCoins)).toMatchObject([
      {
        by: 'vp',
        equal: true,
        sides: [
          { name: 'Ben', value: 13 },
          { name: 'Cleo', value: 13 },
        ],
      },
      {
        by: 'coins',
        equal: false,
        sides: [
          { name: 'Ben', value: 4 },
          { name: 'Cleo', value: 2 },
        ],
      },
    ]);
  });

  it('ends with what decided', () => {
    const expedition = {
      by: 'expedition',
      values: { Ben: 1, Cleo: 0, Ada: 0 },
      left: ['Ben'],
      rule: 'winner',
    } as const;
    expect(
      compared({ ...byCoins, proof: [{ ...expedition, left: ['Ben'] }, ...byCoins.proof] }).map(
        ({ by }) => by,
      ),
    ).toEqual(['expedition']);
  });

  it('shares a win, leaves a tie open where the booklet does, and calls nobody winner before the end', () => {
    const tied: Score = {
      ...byCoins,
      winners: ['Ben', 'Cleo'],
      reason: 'SHARED_WIN',
      proof: byCoins.proof.map((step) => ({ ...step, left: ['Ben', 'Cleo'] })),
    };
    expect(headlineOf(tied)).toBe('Ben and Cleo share the win');
    expect(becauseOf({ ...tied, reason: 'TIE_UNRESOLVED' }, speech)).toContain('no further tie-break');
    const open: Score = { ...tied, reason: 'TIE_UNRESOLVED' };
    expect([tied, open, { ...tied, final: false }].map((one) => provenFor(one, ['Ben', 'Cleo']))).toEqual([
      'shared',
      'tied',
      'tied',
    ]);
    expect(headlineOf(open)).toBe('Ben and Cleo: a tie');
    expect(headlineOf({ ...tied, final: false })).toBe('Ben and Cleo lead');
  });
});
