import { beforeEach, describe, expect, it } from 'vitest';

import type { OwnBox, TableBox, View } from '../engine';
import { figures, tableBox, withMissing, withOwn } from '../engine/own-box';
import { fixture, library } from '../fixtures/views';
import { keep } from './database';
import { BoxKeeper, keepBoxes, keptBoxes } from './own-box';

const SAILOR = 'base.person.sailor.v1.p3';
const SHIP = 'base.ship.red.s3.c2';
const SAILOR4 = {
  id: 'own.person.sailor.v1.p4',
  kind: 'person',
  type: 'sailor',
  cost: 4,
  vp: 1,
  swords: 1,
} as const;
const learned: TableBox = {
  own: [{ card: SAILOR4, count: 1, instead_of: SAILOR }],
  missing: { [SHIP]: 2 },
  holds: {},
};
const NOTHING: OwnBox = { own: [], missing: {} };

function at(box?: TableBox): View {
  const { box: _box, ...view } = fixture('start');
  return box ? { ...view, box } : view;
}

describe('the box of a group', () => {
  beforeEach(async () => {
    await keepBoxes({});
    await keep('boxes-seen', []);
  });

  it('learns what a table finds out while it is looked at', async () => {
    const keeper = new BoxKeeper();
    await keeper.see('A', at());
    await keeper.see('A', at(learned));
    expect((await keptBoxes())['pegasus']).toEqual({ own: learned.own, missing: learned.missing });
  });

  it('forgets what is taken back', async () => {
    const keeper = new BoxKeeper();
    await keeper.see('A', at());
    await keeper.see('A', at(learned));
    await keeper.see('A', at());
    expect((await keptBoxes())['pegasus']).toEqual(NOTHING);
  });

  it('keeps what it knew before, whatever else another table has', async () => {
    const known = withMissing(NOTHING, 'base.ship.blue.s5.c4', 1);
    await keepBoxes({ pegasus: known });
    const keeper = new BoxKeeper();
    await keeper.see('A', at(learned));
    expect((await keptBoxes())['pegasus']).toEqual(known);
    await keeper.see('A', at({ ...learned, missing: { [SHIP]: 3 } }));
    expect((await keptBoxes())['pegasus']).toEqual({
      own: [],
      missing: { 'base.ship.blue.s5.c4': 1, [SHIP]: 1 },
    });
  });

  it('learns what was found out while nobody looked, each time once', async () => {
    const known = withMissing(NOTHING, 'base.ship.blue.s5.c4', 1);
    await keepBoxes({ pegasus: known });
    await new BoxKeeper().see('A', at());
    await new BoxKeeper().see('A', at(learned));
    await new BoxKeeper().see('A', at(learned));
    expect((await keptBoxes())['pegasus']).toEqual({
      own: learned.own,
      missing: { ...known.missing, ...learned.missing },
    });
    await new BoxKeeper().see('B', at(learned));
    expect((await keptBoxes())['pegasus']).toEqual({
      own: learned.own,
      missing: { ...known.missing, ...learned.missing },
    });
  });

  it('is the one of the first table that a phone comes to', async () => {
    await new BoxKeeper().see('A', at(learned));
    expect((await keptBoxes())['pegasus']).toEqual({ own: learned.own, missing: learned.missing });
  });

  it('counts one card once, with or without an id', () => {
    const { id: _id, ...bare } = SAILOR4;
    const box = withOwn(withOwn(NOTHING, SAILOR4, SAILOR, 1), bare, SAILOR, 1);
    expect(box.own).toHaveLength(1);
    expect(figures(withMissing(box, SHIP, 2))).toEqual({ own: 2, missing: 2 });
    expect(withOwn(box, bare, SAILOR, -2)).toEqual(NOTHING);
  });

  it('shows how many there are of each card that it changes', () => {
    const { id: _id, ...bare } = SAILOR4;
    const shown = tableBox(library.catalogue, {
      own: [{ card: bare, count: 1, instead_of: SAILOR }],
      missing: { [SHIP]: 2 },
    });
    const id = shown.own[0]?.card.id ?? '';
    expect(id).toMatch(/^own\./);
    const printed = (name: string): number =>
      library.catalogue.sets.flatMap(({ cards }) => cards).find((card) => card.id === name)?.count ?? 0;
    expect(shown.holds).toEqual({ [id]: 1, [SAILOR]: printed(SAILOR) - 1, [SHIP]: printed(SHIP) - 2 });
  });
});
