import { beforeAll, describe, expect, it } from 'vitest';

import type { View } from '../../engine';
import { fixture, library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { foretold, gambler, stillUnseen, tellNext, wanted } from './gambler';
import { takesWhy } from './telling';

const CARDS = ['base.ship.black.s2.c1', 'base.ship.red.s1.c1', 'base.tax.most_swords', 'base.tax.most_swords'];

/** Taps card after card until an entry comes of it; how many that took. */
function taps(view: View): number {
  let told: Parameters<typeof tellNext>[1] = [];
  for (const [index, card] of CARDS.entries()) {
    const next = tellNext(view, told, card);
    if (next.entry) {
      expect(next.entry).toEqual({ type: 'use_gambler', by: view.active, cards: CARDS.slice(0, index + 1) });
      return index + 1;
    }
    told = next.told;
  }
  return Infinity;
}

describe('the cards of a Gambler', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules();
  });

  it('are as many as the engine wants', () => {
    expect(wanted(fixture('gambler'))).toBe(4);
    expect(taps(fixture('gambler'))).toBe(4);
  });

  it('are no more than both piles hold: nobody waits for a fourth', () => {
    const few = fixture('gambler-few');
    expect((few.draw_pile ?? 0) + (few.discard_pile ?? 0)).toBe(3);
    expect(wanted(few)).toBe(3);
    expect(taps(few)).toBe(3);
  });

  it('are not still out once they are told', () => {
    const [ship = ''] = CARDS;
    expect(stillUnseen({ [ship]: 2, other: 1 }, [ship])).toEqual({ [ship]: 1, other: 1 });
    expect(stillUnseen({ [ship]: 0 }, [ship, 'unheard'])).toEqual({ [ship]: 0 });
  });

  it('cannot be foretold behind a tax among them', () => {
    const view = fixture('tax-due');
    expect(foretold(view.harbor.map(({ card }) => card))).toBe(true);
    expect(foretold([{ kind: 'tax', bonus: 'most_swords' }])).toBe(false);
  });

  it('give the extra card, not a Governor whom nobody owns', () => {
    const { view, speech } = heard('gambled');
    expect(view.players[view.active]?.display.map(({ type }) => type)).not.toContain('governor');
    expect(takesWhy(view, speech)).toBe('3 colors: 1 card, Gambler +1');
    expect(gambler(view)).toBeUndefined();
  });

  it('give theirs beside the Governor’s', () => {
    const { view, speech } = heard('gambled');
    const both = { ...view, takes: view.takes && { ...view.takes, extra: 2, reasons: [{ why: 'governor', count: 1 }, ...view.takes.reasons] } };
    expect(takesWhy(both, speech)).toBe('3 colors: 1 card, Governor +1, Gambler +1');
  });
});

function heard(name: string): { view: View; speech: Speech } {
  const view = fixture(name);
  return { view, speech: new Speech(view.edition, view.players, library.editions) };
}
