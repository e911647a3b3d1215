import { describe, expect, it } from 'vitest';

import type { Card, Template, View } from '../../../engine';
import { library } from '../../../fixtures/views';
import { Box } from '../../../parts/table/box';
import { begin, takeOut, tellNext, say } from '../../../parts/table/saying';
import { hauls, inPeace, inTurn, onlyTaken, tellsAll, worthTo } from './lightly';

const unseen = Object.fromEntries(
  library.catalogue.sets.flatMap(({ cards }) =>
    cards.filter(({ id }) => id.startsWith('base.')).map(({ id, count }) => [id, count]),
  ),
);
const box = new Box(library.catalogue, unseen);
const told = (phase: string, now: string): View =>
  ({ phase, keeping: { how: now, ways: [], now } }) as unknown as View;

describe('a turn that is not told card by card', () => {
  it('is drawn in peace until Discover ends, and never shows a harbor where only takes are told', () => {
    expect([told('discover', 'harbor'), told('trade_hire', 'cards')].map(inPeace)).toEqual([true, false]);
    expect(
      [told('discover', 'takes'), told('trade_hire', 'takes'), told('game_over', 'takes')].map(onlyTaken),
    ).toEqual([true, true, false]);
    expect(inPeace({ phase: 'discover' } as View)).toBe(false);
  });

  it('is told card by card in any order, and a card can be taken out again before that is all', () => {
    const template = {
      type: 'harbor',
      by: 1,
      allowed: true,
      asks: [{ key: 'cards', of: 'card', count: 0 }],
    } as unknown as Template;
    expect(tellsAll(template)).toBe(true);
    const first = tellNext(begin(template), 'a').saying;
    const both = first && tellNext(first, 'b');
    expect(both?.entry).toBeNull();
    const left = both?.saying && takeOut(both.saying, 0);
    expect(left && say(left, left.cards).entry).toEqual({ type: 'harbor', by: 1, cards: ['b'] });
  });

  it('asks of a ship only for its coins, of a person for the card, and marks what is too dear', () => {
    const nets = Object.fromEntries(Object.keys(unseen).map((id) => [id, -1]));
    const dear = ['base.person.sailor.v3.p7'];
    const template = { type: 'take_card', by: 0, allowed: true, nets, dear } as unknown as Template;
    const coins = worthTo(template, box.ships('red')).map(({ card }) =>
      card.kind === 'ship' ? card.coins : -1,
    );
    expect(coins).toEqual([...new Set(coins)].sort((one, other) => one - other));
    expect(coins.length).toBeLessThan(box.ships('red').length);
    expect(worthTo(template, box.persons('sailor')).map((one) => one.dear)).toEqual([false, false, true]);
    expect(worthTo({ ...template, nets: {} }, box.persons('sailor'))).toEqual([]);
  });

  it('adds up what each has got in this turn, from whoever’s turn it is', () => {
    const card: Card = { kind: 'ship', color: 'red', swords: 1, coins: 1 };
    const got = hauls({
      taken: [
        { index: 0, card, seat: 2, coins: 3 },
        { index: 1, card, seat: 2, coins: -1 },
      ],
    });
    expect([got.get(2)?.coins, got.get(2)?.cards.length, got.get(0)]).toEqual([2, 2, undefined]);
    expect(inTurn({ order: [0, 1, 2], active: 2 })).toEqual([2, 0, 1]);
  });
});
