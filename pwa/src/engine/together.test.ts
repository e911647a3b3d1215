// @vitest-environment node
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { pythonRules } from '../fixtures/rules';
import { NoAnswer } from './engine';
import type { Forecast, OpenedTable, Outcome, TableKey, Writing } from './engine';
import type { Confirming } from './local/book';
import type { Books, Page } from './local/books';
import { LocalEngine } from './local/local';
import type { Exported, RawLine } from './local/local';
import type { Rules, Status } from './local/rules';
import type { News } from './stream';
import { Together } from './together';
import type { Progress } from './together';
import type { Catalogue, Editions, Entry, LogLine, Score, Setup, View } from './types';

type Mood = 'up' | 'asleep' | 'deaf' | 'strict' | 'odd';

/** The server as its API behaves: one log, each id once, stale where others were first. */
class FakeServer implements Confirming {
  mood: Mood = 'up';
  opened: string[] = [];
  private readonly keys = new Map<string, Promise<OpenedTable>>();
  readonly engine: LocalEngine;
  private number = 0;

  constructor(rules: Rules) {
    this.engine = new LocalEngine(rules, () => `SERVER-${(this.number += 1)}`);
  }

  async openTable(setup: Setup, token?: string): Promise<OpenedTable> {
    return this.reached(() => {
      const before = token === undefined ? undefined : this.keys.get(token);
      const opened = before ?? this.reallyOpen(setup, token ?? 'secret');
      if (token !== undefined) this.keys.set(token, opened);
      return opened;
    });
  }

  private async reallyOpen(setup: Setup, token: string): Promise<OpenedTable> {
    const { code, view } = await this.engine.openTable(setup);
    this.opened.push(code);
    return { code, token, view };
  }

  view(table: TableKey): Promise<View> {
    return this.reached(() => this.engine.view(table));
  }

  record(table: TableKey, baseRevision: number, writing: Writing): Promise<Outcome> {
    return this.reached(async () => {
      const view = await this.engine.view(table);
      if ((await this.ids(table)).includes(writing.id)) return { kind: 'recorded', view, ledger: [] };
      if (view.revision !== baseRevision) return { kind: 'stale', revision: view.revision };
      if (this.mood === 'strict') return { kind: 'refused', refusal: null, detail: 'not here' };
      const outcome = await this.engine.record(table, baseRevision, writing);
      if (this.mood === 'odd' && outcome.kind === 'recorded') outcome.view.draw_pile = 999;
      return outcome;
    });
  }

  dryRun(table: TableKey, baseRevision: number, writing: Writing): Promise<Forecast> {
    return this.reached(() => this.engine.dryRun(table, baseRevision, writing));
  }

  lines(table: TableKey, since: number): Promise<LogLine[]> {
    return this.reached(() => this.engine.lines(table, since));
  }

  score(table: TableKey): Promise<Score> {
    return this.reached(() => this.engine.score(table));
  }

  exported(table: TableKey): Promise<Exported> {
    return this.reached(() => this.engine.exported(table));
  }

  editions(): Promise<Editions> {
    return this.reached(() => this.engine.editions());
  }

  catalogue(): Promise<Catalogue> {
    return this.reached(() => this.engine.catalogue());
  }

  /** What another phone enters. */
  async other(table: TableKey, id: string, entry: Entry): Promise<void> {
    expect((await this.engine.record(table, 0, { id, entry })).kind).toBe('recorded');
  }

  async ids(table: TableKey): Promise<string[]> {
    return (await this.engine.exported(table)).lines.map(({ entry_id }) => entry_id);
  }

  private async reached<T>(work: () => Promise<T>): Promise<T> {
    if (this.mood === 'asleep') throw new NoAnswer('asleep');
    const answer = await work();
    if (this.mood === 'deaf') throw new NoAnswer('the answer was lost');
    return answer;
  }
}

/** A phone's database; what it gives and takes are copies. */
class MemoryBooks implements Books {
  readonly pages = new Map<string, string>();

  async load(code: string): Promise<Page | undefined> {
    const found = this.pages.get(code);
    return found === undefined ? undefined : (JSON.parse(found) as Page);
  }

  async save(page: Page): Promise<boolean> {
    const kept = JSON.parse(this.pages.get(page.code) ?? '{"turn":0}') as { turn: number };
    if (kept.turn + 1 !== page.turn) return false;
    this.pages.set(page.code, JSON.stringify(page));
    return true;
  }

  async all(): Promise<Page[]> {
    return [...this.pages.values()].map((text) => JSON.parse(text) as Page);
  }
}

const SETUP: Setup = { edition: 'pegasus', modules: ['base'], players: ['Ada', 'Ben', 'Cleo'] };
const FLUTE = { kind: 'ship', color: 'blue', swords: 1, coins: 1 } as const;
const SKIFF = { kind: 'ship', color: 'green', swords: 1, coins: 1 } as const;
const SAILOR = 'base.person.sailor.v1.p3';
const draw = (card: Entry['card']): Entry => ({ type: 'draw', ...(card === undefined ? {} : { card }) });
const STOP: Entry = { type: 'stop' };

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

async function enter(id: string, entry: Entry): Promise<Outcome> {
  return phone.record(table, 0, { id, entry });
}

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

  it('refuses what the rules refuse, and keeps nothing of it', async () => {
    server.mood = 'asleep';
    expect(await enter('one', STOP)).toMatchObject({ kind: 'refused', refusal: { code: 'MUST_DRAW_FIRST' } });
    expect(await phone.dryRun(table, 0, { id: 'two', entry: draw(FLUTE) })).toMatchObject({ kind: 'possible' });
    expect((await phone.view(table)).revision).toBe(0);
    expect((await books.load(table.code))?.pending).toEqual([]);
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

describe('when others enter something meanwhile', () => {
  beforeEach(async () => {
    await enter('first', draw(FLUTE));
    await phone.wake();
    server.mood = 'asleep';
  });

  async function meet(): Promise<void> {
    server.mood = 'up';
    await phone.wake();
  }

  it('puts its own entries on top where they still hold', async () => {
    await enter('mine', draw(SAILOR));
    await server.other(table, 'theirs', draw(SKIFF));
    await meet();
    expect(await server.ids(table)).toEqual(['first', 'theirs', 'mine']);
    expect(seen).toMatchObject({ pending: 0, question: null });
    expect(await phone.view(table)).toEqual(await server.view(table));
  });

  it('shows what others entered', async () => {
    await server.other(table, 'theirs', draw(SKIFF));
    await meet();
    expect(seen?.view.revision).toBe(2);
  });

  it('asks about an entry that no longer holds, with what happened', async () => {
    await enter('mine', draw(SKIFF));
    await enter('after', { type: 'count', draw_pile: 70 });
    await server.other(table, 'theirs', STOP);
    await meet();
    expect(seen).toMatchObject({ pending: 2, question: { line: { entry_id: 'mine' }, why: 'refused' } });
    expect(seen?.question?.meanwhile.map(({ entry_id }) => entry_id)).toEqual(['theirs']);
    // still asked after the phone was off
    await start();
    watch();
    await phone.view(table);
    await phone.wake();
    expect(seen?.question?.line.entry_id).toBe('mine');
    await phone.answer(table.code, 'drop');
    await phone.wake();
    expect(await server.ids(table)).toEqual(['first', 'theirs', 'after']);
    expect(seen).toMatchObject({ pending: 0, question: null });
  });

  it('takes the same tap of two phones for one, and asks nobody', async () => {
    await enter('mine', STOP);
    await enter('after', { type: 'pass' });
    await server.other(table, 'theirs', STOP);
    await meet();
    await phone.wake();
    expect(await server.ids(table)).toEqual(['first', 'theirs', 'after']);
    expect(seen).toMatchObject({ pending: 0, question: null });
  });

  it('asks whether the same card was drawn twice', async () => {
    await enter('mine', draw(SAILOR));
    await enter('next', draw(SKIFF));
    await server.other(table, 'theirs', draw(SAILOR));
    await meet();
    expect(seen?.question).toMatchObject({ why: 'twice', line: { entry_id: 'mine' } });
    await phone.answer(table.code, 'drop');
    await phone.wake();
    expect(await server.ids(table)).toEqual(['first', 'theirs', 'next']);
  });

  it('enters both cards where there were two', async () => {
    await enter('mine', draw(SAILOR));
    await server.other(table, 'theirs', draw(SAILOR));
    await meet();
    await server.other(table, 'more', draw(SKIFF));
    await phone.answer(table.code, 'enter');
    await phone.wake();
    expect(await server.ids(table)).toEqual(['first', 'theirs', 'more', 'mine']);
  });

  it('never takes back what others entered', async () => {
    await phone.record(table, 0, { id: 'back', correction: { type: 'undo', count: 1 } });
    await server.other(table, 'theirs', draw(SAILOR));
    await meet();
    expect(seen?.question).toMatchObject({ why: 'stale', line: { entry_id: 'back' } });
    expect((await phone.view(table)).revision).toBe(2);
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
    expect(await phone.record(opened, 1, { id: 'two', entry: draw(SAILOR) })).toMatchObject({ kind: 'recorded' });
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

it.each(Array.from({ length: 12 }, (_, seed) => seed))('loses no tap whatever happens on the way (%i)', async (seed) => {
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
    const entry: Entry = JSON.parse(JSON.stringify({ type, by, harbor_index, expedition_index, discard, passing, rest, bonus }));
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
});

describe('a stream of the server', () => {
  let news: News;
  let since: () => number | null;
  let stopped: string[];

  const line = async (revision: number): Promise<RawLine> => {
    const found = (await server.engine.exported(table)).lines[revision - 1];
    if (!found) throw new Error('no such line');
    return found;
  };
  const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 20));

  beforeEach(async () => {
    stopped = [];
    phone = new Together(new LocalEngine(desk()), server, books, 5, undefined, ({ code }, from, told) => {
      [news, since] = [told, from];
      return { wake: () => undefined, stop: () => stopped.push(code) };
    });
    await phone.view(table);
    watch();
    await settled();
    await enter('first', draw(FLUTE));
    await phone.wake();
  });

  it('brings what others enter, at once', async () => {
    await server.other(table, 'theirs', draw(SAILOR));
    server.mood = 'asleep';
    news.line(2, await line(2));
    await vi.waitFor(() => expect(seen?.view.revision).toBe(2));
    expect(since()).toBe(2);
  });

  it('tells own lines and repeats, and nothing is there twice', async () => {
    news.line(1, await line(1));
    news.line(1, await line(1));
    await settled();
    expect(seen).toMatchObject({ pending: 0, view: { revision: 1 } });
    expect((await books.load(table.code))?.document.lines).toHaveLength(1);
  });

  it('leaves gaps, and what is missing is fetched', async () => {
    await server.other(table, 'theirs', draw(SAILOR));
    await server.other(table, 'more', draw(SKIFF));
    news.line(3, await line(3));
    await vi.waitFor(() => expect(seen?.view.revision).toBe(3));
  });

  it('may be faster than the answer to an own line', async () => {
    const slow = server.record.bind(server);
    server.record = async (...asked) => {
      const outcome = await slow(...asked);
      news.line(2, await line(2));
      await settled();
      return outcome;
    };
    await enter('mine', draw(SKIFF));
    await vi.waitFor(() => expect(seen).toMatchObject({ pending: 0, reach: 'online', view: { revision: 2 } }));
    expect(await server.ids(table)).toEqual(['first', 'mine']);
  });

  it('says who is at the table, when it is broken and when this phone is out', async () => {
    const members = { you: 1, role: 'keeper' as const, seat: 0, may_take_back: false, keeper_only: false, members: [] };
    news.members(members);
    expect(seen?.members).toEqual(members);
    news.broken();
    expect(seen?.reach).toBe('offline');
    news.hello(1);
    await vi.waitFor(() => expect(seen?.reach).toBe('online'));
    news.removed();
    expect(seen?.reach).toBe('lost');
  });

  it('says who is at the table also where the phone has only just come to it', async () => {
    const members = { you: 2, role: 'player' as const, seat: 1, may_take_back: false, keeper_only: false, members: [] };
    books = new MemoryBooks();
    unwatch();
    phone = new Together(new LocalEngine(desk()), server, books, 5, undefined, (_, __, told) => {
      told.members(members);
      return { wake: () => undefined, stop: () => undefined };
    });
    seen = null;
    watch();
    await settled();
    await phone.view(table);
    expect(seen).toMatchObject({ members });
  });

  it('is there while somebody looks', () => {
    phone.watch(table, () => undefined)();
    expect(stopped).toEqual([]);
    unwatch();
    expect(stopped).toEqual([table.code]);
  });
});
