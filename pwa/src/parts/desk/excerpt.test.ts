import { beforeAll, describe, expect, it } from 'vitest';

import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { split, tellFact, whereName } from './excerpt';

const players = [{ name: 'Ada' }, { name: 'Ben' }] as never;

beforeAll(async () => {
  await speak('en');
  await speakRules('en');
});

describe('an answer at a glance', () => {
  it('is its first sentence, and the next where that says too little', () => {
    expect(split('No. A new Governor counts from the next part on. It is a house rule.')).toEqual({
      first: 'No. A new Governor counts from the next part on.',
      rest: 'It is a house rule.',
    });
    expect(split('Half of them, rounded down, is what is lost. Nothing else.').first).toBe(
      'Half of them, rounded down, is what is lost.',
    );
  });
});

describe('a fact of the table', () => {
  it('is said with names, terms of the box and figures', () => {
    const fact = { code: 'admiral_due', seat: 1, params: { count: 2, cards: 6, coins: 4 } };
    expect(tellFact(fact, new Speech('pegasus', players), 'pegasus')).toEqual({
      title: 'Ben, at their chance',
      figure: '+4',
      why: '2 Admirals, 6 cards in the harbor',
      gain: true,
    });
  });

  it('says what is chosen in words', () => {
    const fact = { code: 'ruled', params: { switch: 'governor_new', value: true, changed: true } };
    const told = tellFact(fact, new Speech('pegasus', players), 'pegasus');
    expect([told.title, told.why]).toEqual(['Just-hired Governor', 'at this table: at once']);
  });

  it('tells expeditions apart by their symbols', () => {
    const card = { kind: 'expedition' as const, need: ['captain', 'captain'], coins: 2, vp: 4 };
    const fact = {
      code: 'expedition_can',
      seat: 0,
      params: { card, coins: 2, discard: ['captain', 'jack'] },
    };
    const told = tellFact(fact, new Speech('pegasus', players), 'pegasus');
    expect(told.title).toBe('Ada can claim the Expedition (anchor, anchor)');
    expect(told.why).toBe('for Captain and Jack of all Trades');
  });

  it('keeps a real minus sign before what is paid', () => {
    const fact = {
      code: 'costs_other',
      seat: 0,
      params: { card: { kind: 'person', type: 'sailor' }, net: -4, price: 3, fee: 1 },
    };
    expect(tellFact(fact, new Speech('pegasus', players), 'pegasus').figure).toBe('−4');
  });
});

describe('where an answer holds', () => {
  it('is named by the box, the expansion and the way to play', () => {
    expect(whereName('yucata')).toBe('Yucata');
    expect(whereName('jomc+coop')).toMatch(/^.+, Together$/);
    expect(whereName('jomc+coop')).not.toContain('jomc');
  });
});
