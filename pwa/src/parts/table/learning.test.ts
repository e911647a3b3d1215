import { describe, expect, it } from 'vitest';

import type { TableBox } from '../../engine';
import { fixture, library } from '../../fixtures/views';
import { Box } from './box';
import { alike, begin, made, replaced } from './learning';

const view = fixture('start');
const SAILOR = 'base.person.sailor.v1.p3';
const OWN = 'own.person.sailor.v1.p4';
const SAILOR4 = { kind: 'person', type: 'sailor', cost: 4, vp: 1, swords: 1 } as const;
const learned: TableBox = {
  own: [{ card: { id: OWN, ...SAILOR4 }, count: 1, instead_of: SAILOR }],
  missing: {},
  holds: { [OWN]: 1, [SAILOR]: 2 },
};
const plain = new Box(library.catalogue, view.unseen);
const sailor = { kind: 'person', type: 'sailor' } as const;

describe('a card that is learned', () => {
  it('begins with the numbers of the first card of its kind and has the swords of that kind', () => {
    const figures = begin(sailor, plain);
    expect(made(sailor, plain, { ...figures, cost: 4 })).toEqual(SAILOR4);
    expect(alike(sailor, plain, made(sailor, plain, figures))?.card.id).toBe(SAILOR);
    expect(alike(sailor, plain, SAILOR4)).toBeUndefined();
  });

  it('is most likely in the place of the card that is most like it', () => {
    expect(replaced(sailor, plain, SAILOR4).map(({ card }) => card.id)).toEqual([
      SAILOR,
      'base.person.sailor.v2.p5',
      'base.person.sailor.v3.p7',
    ]);
    const seen = new Box(library.catalogue, { ...view.unseen, [SAILOR]: 0 });
    expect(replaced(sailor, seen, SAILOR4)[0]?.card.id).toBe('base.person.sailor.v2.p5');
  });

  it('is in the place of a trader of its own color only', () => {
    const trader = { kind: 'person', type: 'trader' } as const;
    const card = made(trader, plain, { ...begin(trader, plain), color: 'blue', cost: 4 });
    expect(replaced(trader, plain, card).map(({ card: one }) => one.kind === 'person' && one.color)).toEqual([
      'blue',
      'blue',
    ]);
  });

  it('has a key beside the others from then on, with what is out of it', () => {
    const box = new Box(library.catalogue, { ...view.unseen, [OWN]: 1, [SAILOR]: 2 }, learned);
    expect(box.persons('sailor').map(({ card, out }) => [card.id, out, card.count])).toContainEqual([
      OWN,
      1,
      1,
    ]);
    expect(box.persons('sailor').find(({ card }) => card.id === SAILOR)?.card.count).toBe(2);
    expect(box.card(OWN)).toMatchObject(SAILOR4);
    expect(replaced(sailor, box, { ...SAILOR4, cost: 6 }).map(({ card }) => card.id)).not.toContain(OWN);
  });
});
