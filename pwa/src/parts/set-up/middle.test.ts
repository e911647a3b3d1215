// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';

import { Rejected, useEngine } from '../../engine';
import type { Edition, Person, Setup, View } from '../../engine';
import { LocalEngine } from '../../engine/local/local';
import { LocalDesk } from '../../engine/rules-desk';
import library from '../../fixtures/library.json';
import { pythonRules } from '../../fixtures/rules';
import { Supposition } from '../../screens/rules/supposed.svelte';
import { Draft } from './draft.svelte';
import { Middle } from './middle.svelte';
import type { KeptMiddle } from './middle.svelte';

const editions = library.editions.editions as unknown as Edition[];
const sailor: Person = {
  id: 'base.person.sailor.v3.p7',
  kind: 'person',
  type: 'sailor',
  cost: 7,
  vp: 3,
  swords: 1,
};
const admiral: Person = { id: 'base.person.admiral.v2.p7', kind: 'person', type: 'admiral', cost: 7, vp: 2 };

let local: LocalEngine;

beforeAll(async () => {
  local = new LocalEngine((await pythonRules())(), () => 'T');
}, 120_000);

const trial = (setup: Setup): Promise<View> => local.asked<View>('trial', { setup });

/** Ada, Ben and Cleo sit in that order, and Ben began. */
function told(): { draft: Draft; middle: Middle } {
  const draft = new Draft(editions, {
    edition: 'pegasus',
    modules: [],
    options: {},
    players: ['Ada', 'Ben', 'Cleo'],
    start: 1,
  });
  const middle = new Middle(trial);
  middle.on = true;
  middle.seated(draft);
  [9, 3, 4].forEach((coins, seat) => middle.tell(seat, (player) => (player.coins = coins)));
  middle.turnOf(2);
  return { draft, middle };
}

describe('a table that is told in the middle of a game', () => {
  it('is opened clockwise from whoever began, with what was told of each', async () => {
    const { draft, middle } = told();
    middle.tell(0, ({ display }) => display.push(admiral));
    await middle.try(draft);
    const { players, active, start_player } = middle.view ?? ({} as View);
    expect(players.map(({ name, coins, vp }) => [name, coins, vp])).toEqual([
      ['Ben', 3, 0],
      ['Cleo', 4, 0],
      ['Ada', 9, 2],
    ]);
    expect([players[active]?.name, players[start_player]?.name]).toEqual(['Cleo', 'Ben']);
    expect(middle.pointsOf(0)).toBe(2);
  });

  it('keeps what was told of somebody who changes the seat, and forgets whose turn it was when they go', () => {
    const { draft, middle } = told();
    const [ada, , cleo] = draft.seats;
    draft.move(ada?.id ?? '', 1);
    middle.seated(draft);
    expect(middle.players.map(({ name, coins }) => [name, coins])).toEqual([
      ['Ben', 3],
      ['Ada', 9],
      ['Cleo', 4],
    ]);
    expect([middle.active, middle.start]).toEqual([2, 0]);
    draft.remove(cleo?.id ?? '');
    middle.seated(draft);
    expect(middle.active).toBeNull();
  });

  it('says of a card that is named too often at which step, how many there are and who has them', async () => {
    const { draft, middle } = told();
    for (const seat of [0, 2]) middle.tell(seat, ({ display }) => display.push(sailor));
    await middle.try(draft);
    expect(middle.against).toMatchObject({ step: 'cards', count: 1, seats: [0, 2], card: { id: sailor.id } });
    expect(middle.undo()).toBe(2);
    await middle.try(draft);
    expect(middle.against).toBeNull();
    middle.draws = 119;
    await middle.try(draft);
    expect(middle.against).toMatchObject({ step: 'rest', where: 'draw_pile', count: 119 - 16 - 1 });
    middle.draws = null;
    middle.tell(1, (player) => (player.coins = 110));
    await middle.try(draft);
    expect(middle.against).toMatchObject({ step: 'coins', count: 118 });
  });

  it('lets the newest answer stand, whichever comes last', async () => {
    const waiting: ((view: View) => void)[] = [];
    const { draft } = told();
    const middle = new Middle(() => new Promise((resolve) => waiting.push(resolve)));
    middle.seated(draft);
    const both = [middle.try(draft), middle.try(draft)];
    const [old, recent] = [{ round: 1 } as View, { round: 2 } as View];
    waiting[1]?.(recent);
    waiting[0]?.(old);
    await Promise.all(both);
    expect(middle.view).toBe(recent);
  });

  it('is the same after it was kept and brought back', () => {
    const { draft, middle } = told();
    middle.tell(0, ({ display }) => display.push(admiral));
    const kept = JSON.parse(
      JSON.stringify({ group: draft.group, situation: middle.kept, done: [], seen: [0], at: 0 }),
    ) as KeptMiddle;
    const [again, later] = [new Draft(editions, kept.group), new Middle(trial)];
    later.bring(kept);
    later.seated(again);
    expect(later.setup(again)).toEqual(middle.setup(draft));
    expect(later.seen).toEqual([0]);
  });

  it('throws nothing away where nobody answers, and names a refusal that has no card', () => {
    const middle = new Middle();
    expect(
      middle.refuses(new Rejected(422, 'TOO_MANY_PLAYERS', '', { rule: 'player_count', params: {} })),
    ).toBe('seats');
    expect(middle.refuses(new Rejected(422, 'malformed', '', { field: 'situation.harbor' }))).toBe('rest');
  });
});

describe('a what-if that is played on', () => {
  it('opens where it stands, with the part that has not begun and what was taken as done', async () => {
    const supposed = new Supposition(['Ada', 'Ben', 'Cleo']);
    for (const color of ['blue', 'red', 'green', 'yellow'] as const)
      supposed.add({ id: `base.ship.${color}.s1.c1`, kind: 'ship', color, swords: 1, coins: 1 });
    supposed.add({ id: 'base.ship.black.s2.c1', kind: 'ship', color: 'black', swords: 2, coins: 1 });
    supposed.players[0]?.display.push(admiral);
    supposed.turnTo('trade_hire');
    const desk = new LocalDesk(local);
    const query = supposed.taking(2);
    supposed.goOn('Ada takes the Skiff', query, await supposed.ask(desk, query));

    const kept = JSON.parse(
      JSON.stringify({
        group: {
          edition: 'pegasus',
          modules: ['base'],
          options: {},
          players: ['Ada', 'Ben', 'Cleo'],
          start: 0,
        },
        ...supposed.beginning,
        seen: [],
        at: 0,
      }),
    ) as KeptMiddle;
    const [draft, middle] = [new Draft(editions, kept.group), new Middle(trial)];
    middle.bring(kept);
    middle.seated(draft);
    useEngine(local as unknown as Parameters<typeof useEngine>[0]);
    const { view } = await middle.open(draft);
    useEngine(null);
    // Three to begin with, two for the Admiral, one for the Skiff.
    expect(view.players.map(({ coins }) => coins)).toEqual([6, 3, 3]);
    expect([view.revision, view.phase, view.acting, view.takes?.left]).toEqual([1, 'trade_hire', 0, 2]);
    expect(view.harbor.map(({ index }) => index)).toEqual([0, 1, 3, 4]);
  });

  it('goes on in a turn of a live table as that table does', async () => {
    const ships = ['blue', 'red', 'green', 'yellow'].map((color) => `base.ship.${color}.s1.c1`);
    await local.openTable({
      edition: 'pegasus',
      modules: ['base'],
      players: ['Ada', 'Ben'],
      situation: {
        players: [{ coins: 5, display: ['base.person.governor.v0.p8'] }, { coins: 0 }],
        phase: 'trade_hire',
        harbor: ships,
      },
    });
    const key = { code: 'T', token: '' };
    await local.record(key, 0, { id: 'one', entry: { type: 'take', by: 0, harbor_index: 0 } });
    const view = await local.view(key);
    const supposed = new Supposition([]);
    supposed.take(view);
    const opened = await trial({
      edition: 'pegasus',
      modules: ['base'],
      players: ['Ada', 'Ben'],
      situation: supposed.told(),
    });
    // Two by the colors that lay there, one by the Governor, one taken: not what three colors would give.
    expect([opened.acting, opened.takes?.left, opened.players.map(({ coins }) => coins)]).toEqual([
      0,
      view.takes?.left,
      [6, 0],
    ]);
  });
});
