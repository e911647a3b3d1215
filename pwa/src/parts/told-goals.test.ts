// @vitest-environment node
import { beforeAll, describe, expect, it } from 'vitest';

import type { Edition, Entry, Goal, Setup, View } from '../engine';
import { LocalEngine } from '../engine/local/local';
import { LocalDesk } from '../engine/rules-desk';
import library from '../fixtures/library.json';
import { pythonRules } from '../fixtures/rules';
import { Draft } from './set-up/draft.svelte';
import { Middle } from './set-up/middle.svelte';
import type { KeptMiddle } from './set-up/middle.svelte';
import { Supposition } from '../screens/rules/supposed.svelte';
import { chosen, keeping, noGoals, stepped } from './told-goals';

const editions = library.editions.editions as unknown as Edition[];
const FIVE = ['bruja', 'maritime_supremacy', 'galleon_nemesis', 'speculator', 'pirates_nest'];
const TAX = { kind: 'tax', bonus: 'most_swords', threshold: 12, bonus_coins: 1 } as const;

let local: LocalEngine;

beforeAll(async () => {
  local = new LocalEngine((await pythonRules())(), () => 'T');
}, 120_000);

const trial = (setup: Setup): Promise<View> => local.asked<View>('trial', { setup });

async function played(setup: Setup, ...entries: Entry[]): Promise<View> {
  const { code, token } = await local.openTable(setup);
  for (const [at, entry] of entries.entries())
    await local.record({ code, token }, at, { id: `line-${at}`, entry });
  return local.view({ code, token });
}

/** What there is to see of goals. */
function seen({ goals, countdowns, decisions, kept, markers }: View): unknown {
  return [goals, countdowns, decisions, kept, markers];
}

async function takenOver(view: View): Promise<View> {
  const supposed = new Supposition([], trial);
  supposed.take(view);
  const players = supposed.players.map(({ name }) => name);
  return trial({
    edition: view.edition,
    modules: view.modules,
    options: view.options,
    players,
    situation: supposed.told(),
  });
}

describe('a table of goals that is taken over', () => {
  it('has its markers, its pile and what a tax leaves open, in the middle of a turn', async () => {
    const setup = { edition: 'bigbox', modules: ['base', 'jomc', 'coop'], players: ['Ada', 'Ben'] };
    const laid = { type: 'lay_contracts', contracts: FIVE };
    const fresh = await played(setup, laid);
    expect(seen(await takenOver(fresh))).toEqual(seen(fresh));
    const taxed = await played(setup, laid, { type: 'draw', card: TAX });
    expect(taxed.decisions?.map(({ kind }) => kind)).toEqual(['set_aside']);
    expect(seen(await takenOver(taxed))).toEqual(seen(taxed));
    const on = await played(
      setup,
      laid,
      { type: 'draw', card: TAX },
      { type: 'set_aside' },
      { type: 'draw', card: 'base.person.sailor.v1.p3' },
      { type: 'stop' },
    );
    expect(seen(await takenOver(on))).toEqual(seen(on));
  });

  it('still asks whoever has just paid the tax, and forgets it when somebody changes the turn', async () => {
    const four = ['tax_inspector', 'speculator', 'jinx', 'explorer'];
    const rows = [12, 3, 13].map((coins) => ({ coins, display: [] }));
    const situation = {
      players: rows,
      contracts: four.map((name) => ({ name, ...(name === 'speculator' ? { progress: { Cleo: 1 } } : {}) })),
    };
    const taxed = await played(
      { edition: 'bigbox', modules: ['base', 'jomc'], players: ['Ada', 'Ben', 'Cleo'], situation },
      { type: 'draw', card: TAX },
    );
    expect(taxed.occasions).toEqual({ paid: [0, 2] });
    expect(seen(await takenOver(taxed))).toEqual(seen(taxed));
    const supposed = new Supposition([], trial);
    supposed.take(taxed);
    supposed.leave(0);
    expect(supposed.told()).not.toHaveProperty('occasions');
    expect(supposed.goals?.lying[1]?.waiting).toEqual({ 1: 1 });
  });

  it('can be asked whether a goal may be completed', async () => {
    const supposed = new Supposition(['Ada', 'Ben'], trial);
    Object.assign(supposed, { edition: 'bigbox', modules: ['base', 'jomc'] });
    await supposed.findGoals();
    expect([supposed.laying?.count, supposed.goals?.lying]).toEqual([4, []]);
    const goal = supposed.laying?.pool.find(({ name }) => name === 'mercenary') as Goal;
    supposed.goals = chosen(supposed.goals ?? noGoals({ module: '', count: 0 }), goal);
    const asked = supposed.queries.find(({ key }) => key === 'goal');
    expect(asked?.goal).toBe('mercenary');
    const desk = new LocalDesk(local);
    expect((await supposed.ask(desk, asked ?? { key: 'goal', steps: [] })).reason).toBe('CONTRACT_NOT_MET');
    const pirate = { kind: 'person', type: 'pirate', cost: 5, vp: 1, swords: 2 } as const;
    supposed.players[0]?.display.push(pirate, pirate);
    expect(await supposed.ask(desk, asked ?? { key: 'goal', steps: [] })).toMatchObject({
      result: 'allowed',
      coins: { Ada: 6 },
    });
  });
});

describe('goals of a table that is told', () => {
  it('are a step of their own at tables that have such, kept and brought back, and move with their players', async () => {
    const draft = new Draft(editions, {
      edition: 'bigbox',
      modules: [],
      options: {},
      players: ['Ada', 'Ben', 'Cleo'],
      start: 0,
    });
    const middle = new Middle(trial);
    await middle.findGoals(draft);
    expect(middle.steps).toEqual(['seats', 'coins', 'cards', 'rest']);
    const group = {
      edition: 'bigbox',
      modules: ['jomc', 'coop'],
      options: {},
      players: ['Ada', 'Ben', 'Cleo'],
      start: 1,
    };
    const together = new Draft(editions, group);
    middle.seated(together);
    middle.on = true;
    await middle.findGoals(together);
    expect([middle.next('cards'), middle.goals?.count]).toEqual(['goals', 7]);
    for (const name of [...FIVE, 'explorer', 'mercenary']) {
      const goal = middle.laying?.pool.find((one) => one.name === name) as Goal;
      middle.goals = chosen(middle.goals ?? noGoals({ module: '', count: 0 }), goal);
    }
    expect(middle.goalsTold).toBe(true);
    const steps = new Map(middle.laying?.pool.map((goal) => [goal.name, goal.steps]));
    const told = middle.goals ?? noGoals({ module: '', count: 0 });
    const lying = told.lying.map((goal) =>
      goal.name === 'explorer'
        ? stepped(stepped(goal, 2), 0)
        : goal.name === 'speculator'
          ? stepped(goal, 2, steps.get(goal.name))
          : goal,
    );
    middle.goals = {
      ...keeping({ ...told, lying }, 1, 'red'),
      pile: { left: 9, aside: 2, started: true, may: 0 },
    };
    middle.turnOf(0);
    await middle.try(together);
    expect(middle.against).toBeNull();
    // Ben began: seats are counted from him.
    const goals = new Map(middle.view?.goals?.map((goal) => [goal.name, goal]));
    expect([goals.get('explorer')?.done_by, goals.get('speculator')?.waiting]).toEqual([
      [1, 2],
      [{ seat: 1, at: 1, of: 2 }],
    ]);
    expect([
      middle.view?.kept?.['0'],
      middle.view?.countdowns?.[0]?.left,
      middle.view?.countdowns?.[0]?.aside,
    ]).toEqual([['red'], 9, 2]);

    const kept = JSON.parse(
      JSON.stringify({ group: together.group, situation: middle.kept, done: [], seen: [], at: 0 }),
    ) as KeptMiddle;
    const [again, later] = [new Draft(editions, kept.group), new Middle(trial)];
    later.bring(kept);
    later.seated(again);
    await later.findGoals(again);
    expect(later.setup(again)).toEqual(middle.setup(together));
    again.move(again.seats[2]?.id ?? '', -1);
    later.seated(again);
    expect(later.goals?.lying.find(({ name }) => name === 'explorer')?.done).toEqual([1, 0]);
  });

  it('are left for the open table where not all are told, and what cannot be is said at their step', async () => {
    const draft = new Draft(editions, {
      edition: 'bigbox',
      modules: ['jomc'],
      options: {},
      players: ['Ada', 'Ben'],
      start: 0,
    });
    const middle = new Middle(trial);
    middle.seated(draft);
    await middle.findGoals(draft);
    const pool = middle.laying?.pool.slice(0, 4) ?? [];
    for (const goal of pool.slice(0, 3))
      middle.goals = chosen(middle.goals ?? noGoals({ module: '', count: 0 }), goal);
    expect(middle.setup(draft).situation).not.toHaveProperty('contracts');
    await middle.try(draft);
    expect(middle.view?.laying?.count).toBe(4);
    middle.goals = chosen(middle.goals ?? noGoals({ module: '', count: 0 }), pool[3] as Goal);
    middle.goals = { ...middle.goals, lying: middle.goals.lying.map((goal) => stepped(goal, 0)) };
    await middle.try(draft);
    expect(middle.against?.step).toBe('goals');
  });
});
