import { beforeAll, describe, expect, it } from 'vitest';

import type { Asked } from '../../parts/table/box';
import { tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import type { Told } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { cardAsked } from './card-asked';

const view = fixture('discover');
const speech = new Speech(view.edition, view.players);
const { box } = tableOf(view).standing;

function asked(what: Asked, seen = view): Told {
  if (!box) throw new Error('no box');
  return cardAsked(what, box, seen, speech);
}

beforeAll(async () => {
  await speak('en');
  await speakRules();
});

describe('what a key asks', () => {
  it('is which of its kind, and how many of them may still come', () => {
    for (const kind of [
      { kind: 'ship', color: 'black' },
      { kind: 'person', type: 'sailor' },
      { kind: 'expedition' },
      { kind: 'tax' },
    ] as Asked[]) {
      const { title, why } = asked(kind);
      expect([title, why]).toEqual([expect.stringMatching(/^Which/), expect.stringMatching(/\d/)]);
    }
  });

  it('is no number where nobody follows the pile, and whose where only takes are told', () => {
    const person: Asked = { kind: 'person', type: 'sailor' };
    expect(asked({ kind: 'tax' }, { ...view, unfollowed: true }).why).not.toMatch(/\d/);
    const keeping = { ...view.keeping, now: 'takes' } as NonNullable<typeof view.keeping>;
    expect(asked(person, { ...view, keeping }).why).not.toBe(asked(person).why);
  });

  it('says what repels a ship, and what a person costs less', () => {
    const players = view.players.map((one) => ({ ...one, swords: 3, discount: 2 }));
    const armed = { ...view, players };
    expect(asked({ kind: 'ship', color: 'black' }, armed).why).toContain('3');
    expect(asked({ kind: 'person', type: 'sailor' }, armed).why).toMatch(/−2$/);
  });
});
