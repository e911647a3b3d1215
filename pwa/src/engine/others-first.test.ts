// @vitest-environment node
import { beforeAll, beforeEach, expect, it } from 'vitest';

import { draw, FakeServer, FLUTE, MemoryBooks, SAILOR, SETUP, SKIFF, STOP } from '../fixtures/fake-server';
import { pythonRules } from '../fixtures/rules';
import type { Outcome, TableKey, Unanswered } from './engine';
import { LocalEngine } from './local/local';
import type { Rules } from './local/rules';
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
  await enter('first', draw(FLUTE));
  await phone.wake();
  server.mood = 'asleep';
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

async function meet(): Promise<void> {
  server.mood = 'up';
  await phone.wake();
}

it('asks nothing about what this phone has entered itself, also where its screen does not show that yet', async () => {
  // A new visit, or another tab, begins with what was last on its own screen.
  await start();
  watch();
  const outcome = await phone.record(table, 0, { id: 'again', entry: draw(FLUTE) });
  expect(outcome.kind).toBe('recorded');
  await meet();
  expect(seen?.question).toBeNull();
  expect(await server.ids(table)).toEqual(['first', 'again']);
});

it('asks about what another phone has entered, where its screen does not show that yet', async () => {
  await server.other(table, 'theirs', draw(SKIFF));
  await meet();
  await start();
  watch();
  await phone.record(table, 1, { id: 'mine', entry: draw(SKIFF) });
  await meet();
  expect(seen?.question?.why).toBe('twice');
  expect(await server.ids(table)).toEqual(['first', 'theirs']);
});

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
  expect(seen?.view?.revision).toBe(2);
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

it('asks on while others go on', async () => {
  await enter('mine', draw(SAILOR));
  await server.other(table, 'theirs', draw(SAILOR));
  await meet();
  await server.other(table, 'more', draw(SKIFF));
  await phone.wake();
  expect(seen).toMatchObject({
    pending: 1,
    view: { revision: 3 },
    question: { why: 'twice', line: { entry_id: 'mine' } },
  });
  expect(seen?.question?.meanwhile.map(({ entry_id }) => entry_id)).toEqual(['theirs', 'more']);
  await phone.answer(table.code, 'drop');
  await phone.wake();
  expect(await server.ids(table)).toEqual(['first', 'theirs', 'more']);
});

it('asks about one card after the other', async () => {
  const JESTER = 'base.person.jester.v1.p5';
  for (const [id, card] of [
    ['mine', SAILOR],
    ['next', JESTER],
    ['last', SKIFF],
  ] as const)
    await enter(id, draw(card));
  for (const [id, card] of [
    ['theirs', SAILOR],
    ['also', JESTER],
  ] as const)
    await server.other(table, id, draw(card));
  await meet();
  expect(seen?.question).toMatchObject({ why: 'twice', line: { entry_id: 'mine' } });
  await phone.answer(table.code, 'drop');
  // still asked after the phone was off
  await start();
  watch();
  await phone.wake();
  expect(seen?.question).toMatchObject({ why: 'twice', line: { entry_id: 'next' } });
  await phone.answer(table.code, 'enter');
  await phone.wake();
  expect(await server.ids(table)).toEqual(['first', 'theirs', 'also', 'next', 'last']);
  expect(seen).toMatchObject({ pending: 0, question: null });
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
  await phone.record(table, 1, { id: 'back', correction: { type: 'undo', count: 1 } });
  await server.other(table, 'theirs', draw(SAILOR));
  await meet();
  expect(seen?.question).toMatchObject({ why: 'stale', line: { entry_id: 'back' } });
  expect((await phone.view(table)).revision).toBe(2);
});
