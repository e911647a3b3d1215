import { beforeAll, describe, expect, it } from 'vitest';

import type { Player, View } from '../../engine';
import discover from '../../fixtures/views/discover.json';
import { fixture } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { abilities, carriers, wayLength } from './abilities';

const view = discover as unknown as View;
const speech = new Speech(view.edition, view.players);
const ben = view.players[1] as Player;

describe('what a display does', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules('en');
  });

  it('gives each card a line, with the figures of the view', () => {
    const found = abilities(view, ben, speech);
    expect(new Set(found.flatMap(({ cards }) => cards))).toEqual(
      new Set([...ben.display, ...ben.expeditions]),
    );
    expect(found.find(({ key }) => key === 'swords')?.title).toBe(`Repels up to ${ben.swords} swords`);
    expect(found.find(({ key }) => key === 'discount')?.title).toBe(`Every hire costs ${ben.discount} less`);
  });

  it('never counts points twice beyond those of its cards', () => {
    for (const one of abilities(view, ben, speech))
      expect(one.vp).toBe(one.cards.reduce((sum, card) => sum + ('vp' in card ? card.vp : 0), 0));
  });

  it('says nothing of a card that it has no words for but its name', () => {
    const stranger = { kind: 'person', type: 'sailor', cost: 3, vp: 1 } as const;
    const found = abilities(
      { ...view, allowed: [] },
      { ...ben, display: [stranger], expeditions: [] },
      speech,
    );
    expect(found.map(({ title }) => title)).toEqual(['Sailor']);
  });

  it('leads to the last round by the booklet, or by what the group chose', () => {
    expect(carriers(ben).reduce((sum, { vp }) => sum + vp, 0)).toBe(ben.vp);
    expect(wayLength(view, { required_vp: 12 })).toBe(12);
    expect(wayLength({ ...view, options: { required_vp: 15 } }, { required_vp: 12 })).toBe(15);
    expect(wayLength(fixture('sail-under'), { required_vp: 12 })).toBe(8);
  });
});
