// @vitest-environment node
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { draw, FakeServer, FLUTE, MemoryBooks, SAILOR, SETUP, SKIFF, STOP } from '../fixtures/fake-server';
import { pythonRules } from '../fixtures/rules';
import { NoAnswer } from './engine';
import type { Outcome, Rejected, TableKey, Unanswered } from './engine';
import { LocalEngine } from './local/local';
import type { Rules, Status } from './local/rules';
import { Together } from './two-engines';
import type { Seconds } from './time';
import type { Entry } from './types';
import type { Progress } from './to-server';

const THEN = 1_700_000_000 as Seconds;
const LATER = 1_700_000_060 as Seconds;

let desk: () => Rules & { status: Status };
let server: FakeServer;
let books: MemoryBooks;
let phone: Together;
let table: TableKey;
let seen: Progress | null;
let unwatch: () => void = () => undefined;

beforeAll(async () => {
  desk = await pythonRules();
}, 120_000);

beforeEach(async () => {
  server = new FakeServer(desk());
  books = new MemoryBooks();
  await start();
  table = await phone.openTable(SETUP);
  await phone.view(table);
  watch();
});

/** Opens the app, or opens it again: only the books are still there. The old one may go on, as a forgotten tab does. */
async function start(): Promise<void> {
  phone = new Together(new LocalEngine(desk()), server, books, 5);
}

function watch(): void {
  unwatch();
  unwatch = phone.watch(table, (progress) => (seen = progress));
}

async function enter(id: string, entry: Entry): Promise<Outcome | Unanswered> {
  return phone.record(table, (await phone.view(table)).revision, { id, entry });
}

function settled(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

describe('what stands beside a line', () => {
  const lines = [
    { entry_id: 'one', entry: draw(SAILOR), at: THEN, phone: 1 },
    { entry_id: 'two', entry: STOP, at: LATER },
  ];
  const saved = { format: 1, opened: THEN, setup: SETUP, lines };

  it('is kept with it, while it waits and afterwards', async () => {
    server.mood = 'asleep';
    await phone.record(table, 0, { id: 'one', at: THEN, entry: draw(SAILOR) });
    expect(await phone.lines(table, 0)).toMatchObject([
      { entry_id: 'one', at: THEN, phone: 'this', holds: true },
    ]);
    server.mood = 'up';
    await phone.wake();
    const [line] = await phone.lines(table, 0);
    expect([line?.at, line?.phone]).toEqual([THEN, undefined]);
  });

  it('outlives that others were first', async () => {
    server.mood = 'asleep';
    await phone.record(table, 0, { id: 'one', at: THEN, entry: draw(SAILOR) });
    await server.engine.record(table, 0, { id: 'theirs', entry: draw(SKIFF) });
    server.mood = 'up';
    await phone.wake();
    expect((await phone.lines(table, 0)).map(({ entry_id, at }) => [entry_id, at])).toEqual([
      ['theirs', undefined],
      ['one', THEN],
    ]);
  });

  it('comes along with a file, to the server where it answers and to the phone where it does not', async () => {
    const opened = await phone.restore(saved);
    expect(opened).toMatchObject({ opened: THEN, view: { revision: 2 } });
    expect(server.opened).toContain(opened.code);
    server.mood = 'asleep';
    const here = await phone.restore(saved);
    expect(here).toMatchObject({ token: '', opened: THEN });
    expect(await phone.lines(here, 0)).toMatchObject([{ at: THEN }, { at: LATER }]);
    expect((await books.load(here.code))?.document?.opened).toBe(THEN);
  });

  it('tells a table from another by its first line', async () => {
    expect(await phone.known(saved)).toEqual([]);
    server.mood = 'asleep';
    const here = await phone.restore(saved);
    expect(await phone.known({ ...saved, lines: lines.slice(0, 1) })).toEqual([here.code]);
    expect(await phone.known({ ...saved, lines: [] })).toEqual([]);
  });

  it('is refused with its line where it cannot be, and so is what the rules forbid', async () => {
    const settled = (await server.engine.exported(table)).setup;
    const about = (document: object): Promise<unknown> =>
      phone.restore(document as typeof saved).then(
        () => 'opened',
        (error: Rejected) => error.about,
      );
    expect(await about({ ...saved, lines: [lines[0], { ...lines[1], at: 946_080_000_000 }] })).toMatchObject({
      field: 'lines[1].at',
    });
    expect(
      await about({ ...saved, setup: settled, lines: [{ entry_id: 'stop', entry: STOP }] }),
    ).toMatchObject({ revision: 1, reason: { code: 'MUST_DRAW_FIRST' } });
    expect(await books.all()).toHaveLength(1);
  });
});

describe('without a network', () => {
  it('answers at once and sends later, in order', async () => {
    server.mood = 'asleep';
    expect(await enter('one', draw(FLUTE))).toMatchObject({ kind: 'recorded', view: { revision: 1 } });
    expect(await enter('two', draw(SAILOR))).toMatchObject({ kind: 'recorded', view: { revision: 2 } });
    expect(await enter('three', draw(SKIFF))).toMatchObject({ kind: 'recorded' });
    await phone.wake();
    expect(seen).toMatchObject({ pending: 3, reach: 'offline', question: null });
    server.mood = 'up';
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one', 'two', 'three']);
    expect(seen).toMatchObject({ pending: 0, reach: 'online' });
  });

  it('knows how many wait before the engine of the next visit runs', async () => {
    server.mood = 'asleep';
    await enter('one', draw(FLUTE));
    await enter('two', draw(SAILOR));
    await start();
    expect(await phone.unsent(table.code)).toBe(2);
    expect(await phone.unsent('unheard')).toBe(0);
  });

  it('asks about what the rules refuse, and keeps nothing of it that is left out', async () => {
    server.mood = 'asleep';
    expect(await enter('one', STOP)).toMatchObject({ kind: 'refused', refusal: { code: 'MUST_DRAW_FIRST' } });
    expect(seen).toMatchObject({
      pending: 1,
      question: { why: 'refused', line: { entry_id: 'one' }, problem: { code: 'MUST_DRAW_FIRST' } },
    });
    await phone.answer(table.code, 'drop');
    expect(seen).toMatchObject({ pending: 0, question: null });
    expect(await phone.dryRun(table, 0, { id: 'two', entry: draw(FLUTE) })).toMatchObject({
      kind: 'possible',
    });
    expect((await phone.view(table)).revision).toBe(0);
    expect((await books.load(table.code))?.pending).toEqual([]);
  });

  it('sends what came before an entry that the rules refuse, and keeps what comes after it', async () => {
    server.mood = 'asleep';
    await enter('one', draw(FLUTE));
    await enter('wrong', { type: 'take', harbor_index: 7 });
    expect(await phone.record(table, 1, { id: 'after', entry: draw(SKIFF) })).toEqual({ kind: 'kept' });
    server.mood = 'up';
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one']);
    expect(seen).toMatchObject({ pending: 2, question: { line: { entry_id: 'wrong' } } });
    await phone.answer(table.code, 'drop');
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one', 'after']);
  });

  it('opens a table of its own that the server gets later', async () => {
    server.mood = 'asleep';
    table = await phone.openTable(SETUP);
    watch();
    await enter('one', draw(FLUTE));
    expect(seen).toMatchObject({ remote: null, pending: 1 });
    expect(await phone.score(table)).toMatchObject({ final: false });
    expect(await phone.lines(table, 0)).toHaveLength(1);
    server.mood = 'up';
    await phone.wake();
    expect(seen?.remote).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await server.ids(seen?.remote ?? table)).toEqual(['one']);
  });

  it('keeps a table to itself that is to practise at: no server hears of it, no file has it', async () => {
    const before = [...server.opened];
    const alone = await phone.openAlone('practice', SETUP);
    await phone.record(alone, 0, { id: 'one', entry: draw(SAILOR) });
    await phone.wake();
    await start();
    await phone.wake();
    expect((await phone.view(alone)).harbor).toHaveLength(1);
    let progress: Progress | null = null;
    const stop = phone.watch(alone, (told) => (progress = told));
    await settled();
    stop();
    expect(progress).toMatchObject({ pending: 0, remote: null, reach: 'online' });
    expect(await phone.unsent('practice')).toBe(0);
    expect((await phone.saved()).map(({ code }) => code)).not.toContain('practice');
    expect(server.opened).toEqual(before);
    // Another one begins anew, and none is kept.
    expect((await phone.openAlone('practice', SETUP)).view.harbor).toEqual([]);
    await phone.forget('practice');
    expect((await books.all()).map(({ code }) => code)).not.toContain('practice');
  });

  it('goes on after the phone was switched off', async () => {
    server.mood = 'asleep';
    await enter('one', draw(FLUTE));
    await start();
    watch();
    expect((await phone.view(table)).revision).toBe(1);
    await enter('two', draw(SAILOR));
    server.mood = 'up';
    await start();
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one', 'two']);
  });

  it('lets two tabs write to one table', async () => {
    server.mood = 'asleep';
    const tab = phone;
    await start();
    watch();
    await phone.view(table);
    await enter('here', draw(FLUTE));
    await tab.record(table, 0, { id: 'there', entry: draw(SAILOR) });
    await enter('here again', draw(SKIFF));
    server.mood = 'up';
    await Promise.all([tab.wake(), phone.wake()]);
    await Promise.all([tab.wake(), phone.wake()]);
    expect(await server.ids(table)).toEqual(['here', 'there', 'here again']);
    expect((await tab.view(table)).revision).toBe(3);
  });

  it('knows cards and editions', async () => {
    server.mood = 'asleep';
    expect((await phone.catalogue()).sets.length).toBeGreaterThan(0);
    expect((await phone.editions()).editions).toHaveLength(4);
  });
});

describe('with a network that drops things', () => {
  it('counts once what is sent twice', async () => {
    server.mood = 'deaf';
    await enter('one', draw(FLUTE));
    await phone.wake();
    server.mood = 'up';
    await phone.wake();
    expect(await enter('one', draw(FLUTE))).toMatchObject({ kind: 'recorded', view: { revision: 1 } });
    expect(await server.ids(table)).toEqual(['one']);
  });

  it('tries again once, however many taps waited for the same answer', async () => {
    const planned = new Set<() => void>();
    const later = (work: () => void): (() => void) => {
      planned.add(work);
      return () => planned.delete(work);
    };
    phone = new Together(new LocalEngine(desk()), server, books, 5, later);
    watch();
    let fail: (reason: Error) => void = () => undefined;
    const silent = new Promise<never>((_, reject) => (fail = reject));
    server.record = () => silent;
    for (const id of ['one', 'two', 'three']) await enter(id, draw(SAILOR));
    expect(planned.size).toBe(0);
    fail(new NoAnswer('no answer'));
    await vi.waitFor(() => expect(seen?.reach).toBe('offline'));
    expect(planned.size).toBe(1);
  });

  it('finds the table that the server opened although its answer was lost', async () => {
    const before = server.opened.length;
    server.mood = 'deaf';
    table = await phone.openTable(SETUP);
    watch();
    await enter('one', draw(FLUTE));
    server.mood = 'up';
    await phone.wake();
    expect(server.opened.slice(before)).toEqual([seen?.remote?.code]);
    expect(await server.ids(seen?.remote ?? table)).toEqual(['one']);
  });

  it('takes what a slow server opened, and does not open it twice', async () => {
    const before = server.opened.length;
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    const quick = server.openTable.bind(server);
    server.openTable = (setup, token) => asleep.then(() => quick(setup, token));
    table = await phone.openTable(SETUP);
    watch();
    await enter('one', draw(FLUTE));
    wake();
    await phone.wake();
    expect(server.opened.length - before).toBe(1);
    expect(await server.ids(seen?.remote ?? table)).toEqual(['one']);
  });
});

describe('when phone and server disagree', () => {
  it('rolls back what the server refuses, and asks', async () => {
    server.mood = 'strict';
    await enter('one', draw(FLUTE));
    await phone.wake();
    expect(seen).toMatchObject({ pending: 1, view: { revision: 0 }, question: { why: 'refused' } });
    server.mood = 'up';
    await phone.answer(table.code, 'enter');
    await phone.wake();
    expect(seen).toMatchObject({ pending: 0, view: { revision: 1 } });
  });

  it('lets the server answer once their views differ', async () => {
    server.mood = 'odd';
    await enter('one', draw(FLUTE));
    await phone.wake();
    server.mood = 'asleep';
    await expect(phone.view(table)).rejects.toBeInstanceOf(NoAnswer);
  });

  it('sends again what a server lost that was set back', async () => {
    await enter('one', draw(FLUTE));
    await enter('two', draw(SAILOR));
    await phone.wake();
    const document = await server.engine.exported(table);
    await server.engine.load(table.code, { ...document, lines: document.lines.slice(0, 1) }, []);
    await enter('three', draw(SKIFF));
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one', 'two', 'three']);
  });

  it('sends it by itself where nothing else is entered', async () => {
    await enter('one', draw(FLUTE));
    await phone.wake();
    const document = await server.engine.exported(table);
    await server.engine.load(table.code, { ...document, lines: [] }, []);
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one']);
    expect(seen).toMatchObject({ pending: 0, reach: 'online' });
  });

  it('finds a table again that the disk had lost, once another tab has kept it anew', async () => {
    server.mood = 'asleep';
    table = await phone.openTable(SETUP);
    await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    const kept = books.pages.get(table.code) ?? '';
    books.pages.delete(table.code);
    await start();
    watch();
    await phone.wake(table);
    expect(seen).toMatchObject({ reach: 'lost', view: null });
    books.pages.set(table.code, kept);
    server.mood = 'up';
    await phone.wake(table);
    expect(seen).toMatchObject({ reach: 'online', pending: 0, view: { revision: 1 } });
  });

  it('loses nothing where the disk loses a page and two tabs keep it anew', async () => {
    server.mood = 'asleep';
    table = await phone.openTable(SETUP);
    const one = phone;
    await one.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    await start();
    const other = phone;
    await other.view(table);
    await one.record(table, 1, { id: 'two', entry: draw(SAILOR) });
    books.pages.delete(table.code);
    await other.record(table, 1, { id: 'theirs', entry: draw(SKIFF) });
    await one.record(table, 2, { id: 'three', entry: draw('base.person.jester.v1.p5') });
    const kept = (await books.load(table.code))?.pending.map(({ entry_id }) => entry_id);
    expect(kept?.sort()).toEqual(['one', 'theirs', 'three', 'two']);
  });

  it('does not take an answer for a loss that is older than what has been confirmed since', async () => {
    const reads = server.exported.bind(server);
    server.exported = async (asked) => {
      const before = await reads(asked);
      server.exported = reads;
      await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
      await vi.waitFor(() => expect(seen).toMatchObject({ pending: 0, view: { revision: 1 } }));
      return before;
    };
    await phone.wake(table);
    expect(seen).toMatchObject({ pending: 0, reach: 'online', view: { revision: 1 } });
    expect((await books.load(table.code))?.document?.lines).toHaveLength(1);
  });

  it('asks again for a log that own lines have overtaken while the engine came', async () => {
    const rules = { ...desk(), status: { kind: 'loading', loaded: 0, total: 1 } as Status };
    books = new MemoryBooks();
    phone = new Together(new LocalEngine(rules), server, books);
    table = await phone.openTable(SETUP);
    watch();
    const [records, reads] = [server.record.bind(server), server.exported.bind(server)];
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    server.record = async (...asked) => {
      await held;
      return records(...asked);
    };
    const entered = phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    await settled();
    server.exported = async (asked) => {
      const before = await reads(asked);
      server.exported = reads;
      goOn();
      await entered;
      return before;
    };
    rules.status = { kind: 'ready', version: 'late' };
    expect((await phone.view(table)).revision).toBe(1);
  });

  it('lets the server answer while the engine is loading', async () => {
    const rules = { ...desk(), status: { kind: 'loading', loaded: 0, total: 1 } as Status };
    phone = new Together(new LocalEngine(rules), server, new MemoryBooks());
    const opened = await phone.openTable(SETUP);
    expect(opened.code).toContain('SERVER');
    await phone.record(opened, 0, { id: 'one', entry: draw(FLUTE) });
    expect(await server.ids(opened)).toEqual(['one']);
    rules.status = { kind: 'ready', version: 'late' };
    server.mood = 'up';
    expect((await phone.view(opened)).revision).toBe(1);
    server.mood = 'asleep';
    expect(await phone.record(opened, 1, { id: 'two', entry: draw(SAILOR) })).toMatchObject({
      kind: 'recorded',
    });
  });
});

/** The same numbers every time, so that what fails can be looked at. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

it.each(Array.from({ length: 40 }, (_, seed) => seed))(
  'loses no tap whatever happens on the way (%i)',
  async (seed) => {
    const next = chance(seed + 1);
    const cards = Object.keys((await phone.view(table)).unseen).filter((id) => /person/.test(id));
    const entered: string[] = [];
    for (let number = 0; number < 60; number += 1) {
      const dice = next();
      server.mood = dice < 0.4 ? 'up' : dice < 0.7 ? 'asleep' : 'deaf';
      if (next() < 0.1) {
        await start();
        watch();
      }
      const { allowed } = await phone.view(table);
      const open = allowed.filter((template) => template.allowed && template.type !== 'use_gambler');
      const template = open[Math.floor(next() * open.length)];
      if (!template) break;
      const { type, by, harbor_index, expedition_index, discard, passing, rest, bonus } = template;
      const entry: Entry = JSON.parse(
        JSON.stringify({ type, by, harbor_index, expedition_index, discard, passing, rest, bonus }),
      );
      if (type === 'draw') entry.card = cards[Math.floor(next() * cards.length)] ?? SAILOR;
      const outcome = await enter(`tap-${number}`, entry);
      if (outcome.kind === 'recorded') entered.push(`tap-${number}`);
      if (next() < 0.3) void phone.wake();
    }
    server.mood = 'up';
    await phone.wake();
    await phone.wake();
    expect(entered.length).toBeGreaterThan(30);
    expect(await server.ids(table)).toEqual(entered);
    expect(await phone.view(table)).toEqual(await server.view(table));
  },
);
