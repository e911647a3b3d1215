// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';

import type { Millis, Person, Ship, View } from '../../engine';
import { LocalEngine } from '../../engine/local/local';
import { LocalDesk } from '../../engine/rules-desk';
import { pythonRules } from '../../fixtures/rules';
import type { KnownTable } from '../../stores/database';
import { aboutCard, aboutNow, aboutTakes, explained } from './about';

const flute: Ship = { id: 'base.ship.blue.s1.c1', kind: 'ship', color: 'blue', swords: 1, coins: 1 };
const governor: Person = {
  id: 'base.person.governor.v0.p8',
  kind: 'person',
  type: 'governor',
  cost: 8,
  vp: 0,
};
const asking = { edition: 'pegasus', modules: ['base'], language: 'en' };

let desk: LocalDesk;
let table: KnownTable;
let view: View;

beforeAll(async () => {
  const local = new LocalEngine((await pythonRules())(), () => 'T');
  await local.openTable({
    edition: 'pegasus',
    modules: ['base'],
    players: ['Ada', 'Ben'],
    situation: {
      players: [{ coins: 5 }, { coins: 0 }],
      phase: 'trade_hire',
      harbor: [flute, governor, flute],
    },
  });
  view = await local.view({ code: 'T', token: '' });
  desk = new LocalDesk(local);
  table = { code: 'T', token: '', view, seen: 0 as Millis };
}, 120_000);

describe('what is asked about on the table', () => {
  it('is answered for that card alone, once', async () => {
    const lying = view.harbor[1]?.card;
    const { answers, facts } = await explained(desk, aboutCard(lying ?? governor, 'Governor'), asking, table);
    expect(answers.map(({ id }) => id)).toEqual(['governor-what', 'hire-how']);
    expect(facts.filter(({ params }) => 'card' in params).map(({ code }) => code)).toEqual(['dear']);
    const ship = await explained(desk, aboutCard(view.harbor[0]?.card ?? flute, 'Flute'), asking, table);
    expect(ship.facts.filter(({ code }) => code === 'brings')).toHaveLength(1);
  });

  it('says how many cards, and what each costs or brings', async () => {
    const { facts } = await explained(desk, aboutTakes(view, ''), asking, table);
    expect(facts.map(({ code }) => code)).toEqual(['takes_now', 'brings', 'dear']);
  });

  it('says how many cards are left and how far it is to the end', async () => {
    const { facts } = await explained(desk, aboutNow(view, ''), asking, table);
    expect(facts.map(({ code }) => code)).toEqual(['piles', 'points', 'points']);
  });

  it('names the questions where the table is not known here', async () => {
    const { answers, facts } = await explained(desk, aboutTakes(view, ''), asking, undefined);
    expect(answers[0]?.id).toBe('takes-how-many');
    expect(facts).toEqual([]);
  });

  it.each([
    'ship',
    'sailor',
    'pirate',
    'trader',
    'settler',
    'captain',
    'priest',
    'jack',
    'mademoiselle',
    'jester',
    'admiral',
    'governor',
    'gambler',
    'expedition',
    'tax',
  ])('has a question for every kind of card: %s', async (kind) => {
    expect((await desk.questions({ explains: kind }, asking)).length).toBeGreaterThan(0);
  });
});
