// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';

import type { Person, Ship, View } from '../../engine';
import { LocalEngine } from '../../engine/local/local';
import { LocalDesk } from '../../engine/rules-desk';
import type { RulesDesk } from '../../engine/rules-desk';
import { pythonRules } from '../../fixtures/rules';
import { Supposition } from './supposed.svelte';

const flute: Ship = { id: 'base.ship.blue.s1.c2', kind: 'ship', color: 'blue', swords: 1, coins: 2 };
const governor: Person = {
  id: 'base.person.governor.v0.p8',
  kind: 'person',
  type: 'governor',
  cost: 8,
  vp: 0,
};
const admiral: Person = { id: 'base.person.admiral.v2.p7', kind: 'person', type: 'admiral', cost: 7, vp: 2 };

let desk: RulesDesk;
let local: LocalEngine;

beforeAll(async () => {
  local = new LocalEngine((await pythonRules())(), () => 'T');
  desk = new LocalDesk(local);
}, 120_000);

function query(supposed: Supposition, key: string) {
  const found = supposed.queries.find((one) => one.key === key);
  if (!found) throw new Error(key);
  return found;
}

describe('a situation set up by hand', () => {
  it('says whether a card may be taken, and what it brings', async () => {
    const supposed = new Supposition(['Ada', 'Ben']);
    supposed.add(flute);
    supposed.add(governor);
    const traded = await supposed.ask(desk, supposed.taking(0));
    expect([traded.result, traded['coins']]).toEqual(['allowed', { Ada: 5, Ben: 3 }]);
    const dear = await supposed.ask(desk, supposed.taking(1));
    expect([dear.result, dear.reason]).toEqual(['denied', 'CANNOT_AFFORD']);
  });

  it('says what is paid when a part starts, to whoever was tapped', async () => {
    const supposed = new Supposition(['Ada', 'Ben']);
    for (const color of ['blue', 'red', 'green', 'black'] as const)
      supposed.add({ kind: 'ship', color, swords: 1, coins: 1 });
    supposed.add(governor);
    supposed.players[1]?.display.push(admiral, admiral);
    supposed.turnTo('trade_hire');
    supposed.act(1);
    const paid = await supposed.ask(desk, query(supposed, 'paid'));
    expect(paid['coins']).toEqual({ Ada: 3, Ben: 7 });
  });

  it('counts takes and says what a drawn card does', async () => {
    const supposed = new Supposition(['Ada', 'Ben']);
    supposed.players[0]?.display.push(governor);
    supposed.add(flute);
    expect((await supposed.ask(desk, query(supposed, 'takes')))['takes']).toBe(2);
    expect(
      (await supposed.ask(desk, supposed.drawing({ kind: 'ship', color: 'blue', skull: true, coins: 3 })))
        .reason,
    ).toBe('BUST');
  });

  it('says whether an expedition may be claimed', async () => {
    const supposed = new Supposition(['Ada', 'Ben']);
    supposed.add({ kind: 'expedition', need: ['captain', 'captain'], coins: 2, vp: 4 });
    expect((await supposed.ask(desk, query(supposed, 'claim'))).reason).toBe('EXPEDITION_MISSING_SYMBOLS');
    const captain: Person = { kind: 'person', type: 'captain', cost: 4, vp: 1 };
    supposed.players[0]?.display.push(captain, captain);
    expect((await supposed.ask(desk, query(supposed, 'claim'))).result).toBe('allowed');
  });

  it('starts from the live table and says of a card what its button says', async () => {
    await local.openTable({
      edition: 'pegasus',
      modules: ['base'],
      players: ['Ada', 'Ben'],
      situation: { players: [{ coins: 5 }, { coins: 0 }], phase: 'trade_hire', harbor: [flute, governor] },
    });
    const view: View = await local.view({ code: 'T', token: '' });
    const supposed = new Supposition([]);
    supposed.take(view);
    for (const template of view.allowed.filter(({ type }) => type === 'take')) {
      const ruling = await supposed.ask(desk, supposed.taking(template.harbor_index ?? -1));
      expect(ruling.result === 'allowed').toBe(template.allowed);
      if (template.allowed) expect(ruling['coins']).toEqual({ Ada: 5 + (template.coins ?? 0), Ben: 0 });
      else expect(ruling.reason).toBe(template.refusal?.code);
    }
  });

  it('takes the ships under Merchants over, with their points', async () => {
    await local.openTable({
      edition: 'bigbox',
      modules: ['make_sail'],
      players: ['Ada', 'Ben'],
      situation: { players: [{}, { coins: 5 }], active: 1, phase: 'discover', under: { 1: ['blue', 'red'] } },
    });
    const view: View = await local.view({ code: 'T', token: '' });
    expect(view.players.map(({ vp }) => vp)).toEqual([0, 2]);
    const supposed = new Supposition([]);
    supposed.take(view);
    expect(supposed.players.map((player) => supposed.points(player))).toEqual([0, 2]);
    // Seated from another place on, they are still Ben's.
    for (const [first, seat] of [
      [0, '1'],
      [1, '0'],
    ] as const)
      expect(supposed.told(first)['under']).toEqual({ [seat]: ['blue', 'red'] });
    await local.openTable({
      edition: view.edition,
      modules: view.modules,
      players: ['Ada', 'Ben'],
      situation: supposed.told(),
    });
    expect((await local.view({ code: 'T', token: '' })).players.map(({ vp, under }) => [vp, under])).toEqual([
      [0, []],
      [2, ['blue', 'red']],
    ]);
  });

  it('takes an answer as done and asks on, for the next player too', async () => {
    const supposed = new Supposition(['Ada', 'Ben', 'Cleo']);
    for (const color of ['blue', 'red'] as const) supposed.add({ kind: 'ship', color, swords: 1, coins: 2 });
    supposed.turnTo('trade_hire');
    const first = supposed.taking(0);
    const taken = await supposed.ask(desk, first);
    expect(supposed.leadsOn(first, taken)).toBe(true);
    supposed.goOn('Ada takes the Flute', first, taken);
    expect(supposed.players.map((player) => supposed.coins(player))).toEqual([5, 3, 3]);
    expect(supposed.lying.map(({ index }) => index)).toEqual([1]);
    // The one take is used up; a third player is reached by the second's passing.
    expect((await supposed.ask(desk, supposed.taking(1))).reason).toBe('NO_TAKES_LEFT');
    supposed.act(2);
    expect((await supposed.ask(desk, supposed.taking(1)))['coins']).toEqual({ Ada: 6, Ben: 3, Cleo: 4 });
    supposed.goBack();
    expect([supposed.acting, supposed.lying.length, supposed.begun]).toEqual([0, 2, false]);
  });

  it('counts points that no listed card carries', async () => {
    const supposed = new Supposition(['Ada', 'Ben']);
    supposed.players[1]?.display.push(admiral);
    const ben = supposed.players[1];
    if (!ben) throw new Error('nobody');
    ben.more = 9;
    expect(supposed.points(ben)).toBe(11);
    expect((await supposed.ask(desk, query(supposed, 'ends')))['triggered']).toBe(false);
    ben.more = 10;
    expect((await supposed.ask(desk, query(supposed, 'ends')))['triggered']).toBe(true);
    expect((await supposed.ask(desk, query(supposed, 'wins')))['winners']).toEqual(['Ben']);
  });

  it('rules by the piles and the house rules that were set', async () => {
    const supposed = new Supposition(['Ada', 'Ben']);
    supposed.players[0]?.display.push(governor);
    supposed.add(flute);
    supposed.edition = 'yucata';
    for (const player of supposed.players) player.more = 12;
    expect((await supposed.ask(desk, query(supposed, 'ends')))['triggered']).toBe(true);
    supposed.options = { required_vp: 15 };
    expect((await supposed.ask(desk, query(supposed, 'ends')))['triggered']).toBe(false);
    Object.assign(supposed, { draws: 0, discards: 4 });
    const drawn = await supposed.ask(
      desk,
      supposed.drawing({ kind: 'ship', color: 'red', swords: 1, coins: 1 }),
    );
    expect(drawn.reason).toBe('RESHUFFLED');
  });

  it('says whether a ship that comes next can be repelled', async () => {
    const supposed = new Supposition(['Ada', 'Ben']);
    const ship = { kind: 'ship', color: 'red', swords: 2, coins: 1 } as const;
    expect((await supposed.ask(desk, supposed.repelling(ship))).result).toBe('denied');
    supposed.players[0]?.display.push({ kind: 'person', type: 'pirate', cost: 5, vp: 1, swords: 2 });
    expect((await supposed.ask(desk, supposed.repelling(ship))).reason).toBe('REPELLED');
  });
});
