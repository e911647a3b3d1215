import { beforeAll, describe, expect, it } from 'vitest';

import type { LedgerLine } from '../../engine';
import { fixture, library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { levied, leviedShort } from './levy';

/** Ada, Ben, Cleo, Dev and Emil. */
const speech = new Speech('pegasus', fixture('full').players, library.editions);

/** 000, 1. Discover (Tax Increase): 12 coins or more lose half, rounded down; then the bonus. */
function tax(had: Record<number, number>, bonus: number[]): LedgerLine[] {
  return [
    ...Object.entries(had).map(([seat, coins]) => ({
      why: 'tax_loss',
      rule: 'tax_loss',
      seat: Number(seat),
      coins: -Math.floor(coins / 2),
      params: { had: coins },
    })),
    ...bonus.map((seat) => ({
      why: 'tax_bonus',
      rule: 'tax_bonus_vp',
      seat,
      coins: 1,
      params: { vp: 3, count: bonus.length },
    })),
  ];
}

describe('what a tax would do', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules();
  });

  it('says alone that the bonus is always gained, not who has the fewest', () => {
    const alone = new Speech('pegasus', fixture('full').players.slice(0, 1), library.editions);
    const [line] = tax({}, [0]);
    if (!line) throw new Error('no line');
    expect([alone.why(line), speech.why(line)]).toEqual([
      'always yours in solo play',
      'the fewest at this table',
    ]);
  });

  it('says the losses with the bonus', () => {
    const lines = tax({ 1: 14, 4: 13 }, [1]);
    expect(levied(lines, speech)).toBe('Ben −7 +1, Emil −6');
    expect(leviedShort(lines, speech)).toBe('Ben −7 +1, Emil −6');
  });

  it('says those with the same figures together', () => {
    expect(levied(tax({ 1: 12, 4: 13 }, [0, 2]), speech)).toBe('Ben, Emil −6; Ada, Cleo +1');
  });

  it('says only the bonus where nobody has enough to lose', () => {
    expect(leviedShort(tax({}, [3]), speech)).toBe('Dev +1');
  });

  it('calls nobody tied where one alone has the fewest points', () => {
    const [alone] = tax({}, [3]);
    const tied = tax({}, [1, 3]);
    expect(alone && speech.why(alone)).toBe('the fewest at this table');
    expect(tied.map((line) => speech.why(line))).toEqual(Array(2).fill('everybody tied for fewest gets it'));
  });

  it('is short where it changes much, and leaves nothing out', () => {
    const lines = tax({ 0: 12, 1: 14, 2: 16, 3: 18, 4: 20 }, [1]);
    expect(levied(lines, speech)).toBe('Ada −6, Ben −7 +1, Cleo −8, Dev −9, Emil −10');
    expect(leviedShort(lines, speech)).toBe('5 players −40; Ben +1');
    expect(leviedShort(tax({ 0: 12 }, [1, 2, 3, 4]), speech)).toBe('Ada −6; 4 players +1 each');
  });
});
