import { describe, expect, it } from 'vitest';

import { fixture, library } from '../../fixtures/views';
import { Box, onlyOne, stillOut } from './box';
import { columns } from './choice';

const view = fixture('discover');
const box = new Box(library.catalogue, view.unseen);

describe('the box', () => {
  it('lists the printed pairs of a color with what is still out', () => {
    const red = box.ships('red');
    expect(red.map(({ card }) => [card.swords ?? 'skull', card.coins])).toEqual([[1, 1], [3, 2], [6, 3], ['skull', 3], ['skull', 4]]);
    expect(stillOut(red)).toBe(10);
  });

  it('takes a kind with one printed card at once, and the only one that is left', () => {
    expect(onlyOne(box.persons('settler'))?.card.id).toBe('base.person.settler.v1.p4');
    expect(onlyOne(box.persons('sailor'))).toBeUndefined();
    const unseen = { ...view.unseen, 'base.person.sailor.v1.p3': 0, 'base.person.sailor.v2.p5': 0 };
    expect(onlyOne(new Box(library.catalogue, unseen).persons('sailor'))?.card.cost).toBe(7);
  });

  it('gives kinds of modules to the second page', () => {
    expect(box.others).toEqual([]);
    expect(new Box(library.catalogue, fixture('gambler').unseen).others).toEqual(['gambler']);
  });

  it('counts what is in the game, not what went back into the box', () => {
    const counted = (name: string) => {
      const found = new Box(library.catalogue, fixture(name).unseen).expeditions();
      return [stillOut(found), found.reduce((sum, { card }) => sum + card.count, 0)];
    };
    // Three players, none out yet; then five, where the special one lies on the table.
    expect(counted('start')).toEqual([5, 5]);
    expect(fixture('full').players).toHaveLength(5);
    expect(counted('full')[1]).toBe(6);
  });

  it('puts traders below their ship, the cheaper one first', () => {
    const places = columns(box.persons('trader'));
    expect(places.get('base.person.trader.blue.v2.p5')).toEqual({ column: 2, row: 2 });
    expect(places.get('base.person.trader.black.v1.p3')).toEqual({ column: 5, row: 1 });
  });
});
