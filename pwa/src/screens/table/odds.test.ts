import { beforeAll, describe, expect, it } from 'vitest';

import { fixture, library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { Box } from '../../parts/table/box';
import { bustOf, madeOf, saidOdds } from './odds';
import type { Odds } from './odds';

const ODDS: Odds = {
  cards: 80,
  pile: 50,
  outcomes: [
    { what: 'bust', count: 3, cards: { 'base.ship.red.s3.c2': 2, 'base.ship.blue.s5.c3': 1 } },
    {
      what: 'person',
      count: 9,
      cards: {
        'base.person.sailor.v1.p3': 4,
        'base.person.admiral.v1.p5': 2,
        'base.person.jester.v1.p5': 2,
        'base.person.captain.v1.p4': 1,
      },
    },
  ],
};

describe('what may come', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules('en');
  });

  const view = fixture('discover');
  const speech = new Speech('pegasus', view.players, library.editions);
  const box = new Box(library.catalogue, view.unseen, view.box);

  it('is said as a figure, the one everybody asks for', () => {
    expect(bustOf(ODDS)).toEqual({ count: 3, of: 80 });
    expect(bustOf({ ...ODDS, outcomes: [] })).toEqual({ count: 0, of: 80 });
    expect(saidOdds(ODDS, new Speech('pegasus', []))).toBe(
      'What may come next, of 80 cards nobody has seen: bust 3 and one to hire 9',
    );
  });

  it('names what it is made of, the most first, and no more than three kinds', () => {
    const [bust, person] = ODDS.outcomes;
    expect(bust && madeOf(bust, box, speech)).toBe('Frigate 2 and Flute 1');
    expect(person && madeOf(person, box, speech)).toBe('Sailor 4, Admiral 2, Jester 2, …');
  });
});
