import { beforeAll, describe, expect, it } from 'vitest';

import type { Template, View } from '../../engine';
import { fixture, library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { entryWords } from './entry-words';
import { speak, speakRules } from '../../words/words.svelte';
import { loose } from '../../screens/table/additions';
import { begin, foretold, goesOn, openAsk, say, stillUnseen, tellNext, wanted } from './saying';
import type { Saying } from './saying';
import { takesWhy } from './ledger-lines';

const CARDS = [
  'base.ship.black.s2.c1',
  'base.ship.red.s1.c1',
  'base.tax.most_swords',
  'base.tax.most_swords',
];

function play(view: View): Saying {
  const [template] = loose(view);
  if (!template) throw new Error('nothing may be played');
  return begin(template);
}

/** Taps card after card until an entry comes of it; how many that took. */
function taps(view: View): number {
  let saying = play(view);
  const { type, by } = saying.template;
  for (const [index, card] of CARDS.entries()) {
    const next = tellNext(saying, card);
    if (next.entry) {
      expect(next.entry).toEqual({ type, by, cards: CARDS.slice(0, index + 1) });
      expect(next.saying).toBeNull();
      return index + 1;
    }
    if (!next.saying) break;
    saying = next.saying;
  }
  return Infinity;
}

beforeAll(async () => {
  await speak('en');
  await speakRules();
});

describe('an entry that wants several cards', () => {
  it('is told as many as the engine wants', () => {
    expect(wanted(play(fixture('gambler')))).toBe(4);
    expect(taps(fixture('gambler'))).toBe(4);
  });

  it('waits for no fourth card where both piles hold three', () => {
    const few = fixture('gambler-few');
    expect((few.draw_pile ?? 0) + (few.discard_pile ?? 0)).toBe(3);
    expect(wanted(play(few))).toBe(3);
    expect(taps(few)).toBe(3);
  });

  it('goes on after a card was learned in between, and ends where it is not allowed any more', () => {
    const view = fixture('gambler');
    const { saying } = tellNext(play(view), CARDS[0] ?? '');
    expect(goesOn(saying, { ...view, revision: view.revision + 1 })?.cards).toEqual([CARDS[0]]);
    expect(goesOn(saying, fixture('trade'))).toBeNull();
    expect(goesOn(null, view)).toBeNull();
  });

  it('says on its key what the words of its module call it', () => {
    const { view, speech } = heard('gambler');
    expect(entryWords(play(view).template, 'key', view, speech)).toBe('Play the Gambler');
  });
});

describe('what is told', () => {
  it('is not still out once it is told', () => {
    const [ship = ''] = CARDS;
    expect(stillUnseen({ [ship]: 2, other: 1 }, [ship])).toEqual({ [ship]: 1, other: 1 });
    expect(stillUnseen({ [ship]: 0 }, [ship, 'unheard'])).toEqual({ [ship]: 0 });
  });

  it('cannot be foretold behind a tax', () => {
    const view = fixture('tax-due');
    expect(foretold(view.harbor.map(({ card }) => card))).toBe(true);
    expect(foretold([{ kind: 'tax', bonus: 'most_swords', threshold: 12, bonus_coins: 1 }])).toBe(false);
  });
});

describe('an entry that asks for more than cards', () => {
  const template: Template = {
    type: 'toy_give',
    by: 1,
    allowed: true,
    module: 'toy',
    about: { goal: 'toy.goal.1' },
    figures: { coins: 2 },
    asks: [
      { key: 'to', of: 'seat', choices: [0, 2] },
      { key: 'card', of: 'card' },
      { key: 'loud', of: 'flag' },
    ],
  };

  it('is asked for one thing after the other, and posts what was said', () => {
    const whom = begin(template);
    expect(openAsk(whom)?.key).toBe('to');
    const which = say(whom, 2).saying ?? whom;
    expect(wanted(which)).toBe(1);
    const how = tellNext(which, 'base.tax.most_swords').saying ?? whom;
    expect(openAsk(how)?.key).toBe('loud');
    expect(say(how, false)).toEqual({
      saying: null,
      entry: { type: 'toy_give', by: 1, to: 2, card: 'base.tax.most_swords', loud: false },
    });
  });
});

describe('what a module allows on the water', () => {
  it('is another way to repel a ship, which no card and no question stands for', () => {
    const repel = {
      type: 'repel',
      by: 0,
      allowed: true,
      harbor_index: 1,
      answers: 'repel',
    } satisfies Template;
    const otherwise = { ...repel, keep: false, module: 'harbor', about: { goal: 'nest' } } as Template;
    const goal = {
      type: 'complete',
      by: 0,
      allowed: true,
      module: 'harbor',
      about: { goal: 'nest' },
    } as Template;
    expect(loose({ allowed: [repel, otherwise, goal] } as unknown as View)).toEqual([otherwise]);
  });
});

describe('the cards that somebody takes', () => {
  it('come from the card that was played, not from a Governor whom nobody owns', () => {
    const { view, speech } = heard('gambled');
    expect(view.players[view.active]?.display.map(({ type }) => type)).not.toContain('governor');
    expect(takesWhy(view, speech)).toBe('3 colors: 1 card, Gambler +1');
    expect(loose(view)).toEqual([]);
  });

  it('come from both where the engine says both', () => {
    const { view, speech } = heard('gambled');
    const both = {
      ...view,
      takes: view.takes && {
        ...view.takes,
        extra: 2,
        reasons: [{ why: 'governor', count: 1 }, ...view.takes.reasons],
      },
    };
    expect(takesWhy(both, speech)).toBe('3 colors: 1 card, Governor +1, Gambler +1');
  });
});

function heard(name: string): { view: View; speech: Speech } {
  const view = fixture(name);
  return { view, speech: new Speech(view.edition, view.players, library.editions) };
}
