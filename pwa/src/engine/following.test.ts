// @vitest-environment node
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { draw, FakeServer, FLUTE, MemoryBooks, SAILOR, SETUP, SKIFF } from '../fixtures/fake-server';
import { pythonRules } from '../fixtures/rules';
import type { Outcome, TableKey, Unanswered } from './engine';
import { LocalEngine } from './local/local';
import type { RawLine } from './local/local';
import type { Rules } from './local/rules';
import type { News } from './stream';
import { Together } from './two-engines';
import type { Entry } from './types';
import type { Progress } from './to-server';

let desk: () => Rules;
let server: FakeServer;
let books: MemoryBooks;
let phone: Together;
let table: TableKey;
let seen: Progress | null;
let unwatch: () => void = () => undefined;
let news: News;
let since: () => number | null;
let stopped: string[];

beforeAll(async () => {
  desk = await pythonRules();
}, 120_000);

beforeEach(async () => {
  unwatch();
  stopped = [];
  server = new FakeServer(desk());
  books = new MemoryBooks();
  phone = new Together(new LocalEngine(desk()), server, books, 5, undefined, ({ code }, from, told) => {
    [news, since] = [told, from];
    return { wake: () => undefined, stop: () => stopped.push(code) };
  });
  table = await phone.openTable(SETUP);
  await phone.view(table);
  watch();
  await settled();
  await enter('first', draw(FLUTE));
  await phone.wake();
});

function watch(): void {
  unwatch();
  unwatch = phone.watch(table, (progress) => (seen = progress));
}

async function enter(id: string, entry: Entry): Promise<Outcome | Unanswered> {
  return phone.record(table, (await phone.view(table)).revision, { id, entry });
}

async function line(revision: number): Promise<RawLine> {
  const found = (await server.engine.exported(table)).lines[revision - 1];
  if (!found) throw new Error('no such line');
  return found;
}

function settled(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

it('brings what others enter, at once', async () => {
  await server.other(table, 'theirs', draw(SAILOR));
  server.mood = 'asleep';
  news.line(2, await line(2));
  await vi.waitFor(() => expect(seen?.view?.revision).toBe(2));
  expect(since()).toBe(2);
});

it('tells own lines and repeats, and nothing is there twice', async () => {
  news.line(1, await line(1));
  news.line(1, await line(1));
  await settled();
  expect(seen).toMatchObject({ pending: 0, view: { revision: 1 } });
  expect((await books.load(table.code))?.document?.lines).toHaveLength(1);
});

describe("a tap on a screen that others' news have just overtaken", () => {
  /** Somebody else enters it, and this phone has heard of it. */
  async function hear(entry: Entry): Promise<void> {
    await server.other(table, 'theirs', entry);
    news.line(2, await line(2));
    await vi.waitFor(() => expect(seen?.view?.revision).toBe(2));
  }

  it('asks about the same card', async () => {
    await hear(draw(SAILOR));
    await phone.record(table, 1, { id: 'mine', entry: draw(SAILOR) });
    expect(seen).toMatchObject({ pending: 1, question: { why: 'twice', line: { entry_id: 'mine' } } });
    expect(seen?.question?.meanwhile.map(({ entry_id }) => entry_id)).toEqual(['theirs']);
  });

  it('is one with what happens only once', async () => {
    await hear({ type: 'stop' });
    await phone.record(table, 1, { id: 'mine', entry: { type: 'stop' } });
    expect(seen).toMatchObject({ pending: 0, question: null, view: { revision: 2 } });
  });

  it('holds where it says something else', async () => {
    await hear(draw(SAILOR));
    await phone.record(table, 1, { id: 'mine', entry: draw(SKIFF) });
    await vi.waitFor(async () => expect(await server.ids(table)).toEqual(['first', 'theirs', 'mine']));
    expect(seen).toMatchObject({ pending: 0, question: null });
  });
});

it('does not answer what is asked', async () => {
  server.mood = 'asleep';
  await enter('mine', draw(SAILOR));
  server.mood = 'up';
  await server.other(table, 'theirs', draw(SAILOR));
  news.line(2, await line(2));
  await vi.waitFor(() => expect(seen?.question?.why).toBe('twice'));
  await server.other(table, 'more', draw(SKIFF));
  news.line(3, await line(3));
  await vi.waitFor(() => expect(seen?.view?.revision).toBe(3));
  expect(seen).toMatchObject({ pending: 1, question: { why: 'twice', line: { entry_id: 'mine' } } });
});

it('sends what waited for an answer that others have made needless', async () => {
  server.mood = 'asleep';
  await enter('mine', draw(SKIFF));
  server.mood = 'up';
  await server.other(table, 'theirs', { type: 'stop' });
  news.line(2, await line(2));
  await vi.waitFor(() => expect(seen?.question?.why).toBe('refused'));
  await phone.wake();
  await server.engine.record(table, 2, { id: 'back', correction: { type: 'undo', count: 1 } });
  news.line(3, await line(3));
  await vi.waitFor(() => expect(seen).toMatchObject({ pending: 0, question: null }));
  expect(await server.ids(table)).toEqual(['first', 'theirs', 'back', 'mine']);
});

it('leaves gaps, and what is missing is fetched', async () => {
  await server.other(table, 'theirs', draw(SAILOR));
  await server.other(table, 'more', draw(SKIFF));
  news.line(3, await line(3));
  await vi.waitFor(() => expect(seen?.view?.revision).toBe(3));
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
  const members = {
    you: 1,
    role: 'keeper' as const,
    seat: 0,
    may_take_back: false,
    keeper_only: false,
    table_name: null,
    members: [],
  };
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
  const members = {
    you: 2,
    role: 'player' as const,
    seat: 1,
    may_take_back: false,
    keeper_only: false,
    table_name: null,
    members: [],
  };
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

it('hears who knocks also where no news come', async () => {
  server.who = {
    ...server.who,
    asking: [{ member: 2, role: 'player', seat: null, name: 'cleo' }],
  } as typeof server.who;
  news.deaf();
  await vi.waitFor(() =>
    expect(seen).toMatchObject({ reach: 'looking', members: { asking: [{ name: 'cleo' }] } }),
  );
});

it('is there while somebody looks', () => {
  phone.watch(table, () => undefined)();
  expect(stopped).toEqual([]);
  unwatch();
  expect(stopped).toEqual([table.code]);
});
