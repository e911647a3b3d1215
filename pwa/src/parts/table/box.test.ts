import { describe, expect, it } from 'vitest';

import { fixture, library } from '../../fixtures/views';
import { Box, onlyOne, stillOut } from './box';
import { columns } from './choice';

const view = fixture('discover');
const box = new Box(library.catalogue, view.unseen);

describe('the box', () => {
  it('lists the printed pairs of a color with what is still out', () => {
    const red = box.ships('red');
    expect(red.map(({ card }) => [card.swords ?? 'skull', card.coins])).toEqual([
      [1, 1],
      [3, 2],
      [6, 3],
      ['skull', 3],
      ['skull', 4],
    ]);
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

  it('gives keys to the kinds with the most cards, and the others a shelf on which nothing moves when it is all out', () => {
    const ids = library.catalogue.sets
      .filter(({ set }) => ['gambler', 'jomc_cards'].includes(set))
      .flatMap(({ cards }) => cards.map(({ id, count }) => [id, count] as const));
    const unseen = { ...view.unseen, ...Object.fromEntries(ids) };
    expect(new Box(library.catalogue, unseen).added).toEqual({
      keys: ['clerk', 'vice_admiral'],
      shelf: ['gambler', 'gunner'],
    });
    const lying = new Box(library.catalogue, { ...unseen, 'gambler.v1.p4': 0 }).shelf.map(({ card, out }) =>
      card.kind === 'person' ? [card.type, card.cost, out] : [],
    );
    expect(lying.slice(0, 2)).toEqual([
      ['gambler', 4, 0],
      ['gambler', 6, 1],
    ]);
  });

  it('lays persons with a color below their ship, kind below kind', () => {
    const ids = library.catalogue.sets
      .filter(({ set }) => set === 'jomc_cards')
      .flatMap(({ cards }) => cards.map(({ id, count }) => [id, count] as const));
    const clerks = new Box(library.catalogue, { ...view.unseen, ...Object.fromEntries(ids) }).persons(
      'clerk',
    );
    const places = columns([
      ...box.persons('sailor'),
      ...clerks,
      ...box.persons('trader').filter(({ card }) => card.color === 'red'),
    ]);
    expect([...places.values()].slice(0, 5).map(({ column, row }) => [column, row])).toEqual(
      expect.arrayContaining([
        [1, 1],
        [4, 1],
        [5, 1],
      ]),
    );
    expect([...places.values()].slice(5)).toEqual([{ column: 4, row: 2 }]);
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

  it('counts those with the others that nobody has read off, and says where nobody can know', () => {
    const adventure = fixture('adv-table');
    const mixed = new Box(library.catalogue, adventure.unseen, adventure.box);
    const places = Object.entries(adventure.unseen)
      .filter(([id]) => id.includes('.ares'))
      .reduce((sum, [, out]) => sum + out, 0);
    const ares = { kind: 'ship', color: 'ares' } as const;
    // 004: 8 Ares Pirates; here all are shuffled in.
    expect(mixed.counted(ares, mixed.ships('ares'))).toEqual({ count: places, of: 8, more: false });
    const green = { kind: 'ship', color: 'green' } as const;
    expect(mixed.counted(green, mixed.ships('green')).more).toBe(true);
    expect(box.counted(green, box.ships('green')).more).toBe(false);
  });

  it('puts traders below their ship, the cheaper one first', () => {
    const places = columns(box.persons('trader'));
    expect(places.get('base.person.trader.blue.v2.p5')).toEqual({ column: 2, row: 2 });
    expect(places.get('base.person.trader.black.v1.p3')).toEqual({ column: 5, row: 1 });
  });
});
