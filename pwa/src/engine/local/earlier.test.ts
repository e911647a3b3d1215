import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';

import { draw, SAILOR, SETUP } from '../../fixtures/fake-server';
import { leftBehind } from '../../stores/database';
import { StoredBooks } from './books';
import type { Earlier } from './earlier';
import type { RawLine } from './local';
import type { Page } from './page';

const KEY = { code: 'TABLE', token: 'secret' };
const tap = (id: string): RawLine => ({ entry_id: id, entry: draw(SAILOR) });
const PAGE: Page = {
  turn: 3,
  code: 'TABLE',
  remote: KEY,
  document: { format: 1, setup: SETUP, lines: [tap('confirmed')] },
  pending: [tap('first')],
  question: null,
};
let count = 0;
let name = '';

beforeEach(async () => {
  name = `books-${(count += 1)}`;
  const phone = await screens();
  await phone.clear('tables');
  await phone.clear('outbox');
  await phone.put('tables', { code: 'TABLE', token: 'secret', seen: 0, view: {} });
  phone.close();
});

/** What the screens remembered, as an earlier version made it: with a queue of their own. */
function screens() {
  return openDB('harbormaster', 1, {
    upgrade(db) {
      db.createObjectStore('tables', { keyPath: 'code' }).createIndex('seen', 'seen');
      db.createObjectStore('outbox', { keyPath: 'order', autoIncrement: true }).createIndex('code', 'code');
      db.createObjectStore('memory');
    },
  });
}

/** Leaves on the phone what an earlier version had not sent: in its queue, and on the page. */
async function leave(queue: { id: string; madeOn: number; code?: string }[], page?: Page): Promise<void> {
  const phone = await screens();
  for (const { id, madeOn, code = 'TABLE' } of queue)
    await phone.put('outbox', { code, writing: { id, at: 7, entry: draw(SAILOR) }, made_on: madeOn });
  phone.close();
  if (!page) return;
  const books = await openDB(name, 1, {
    upgrade: (db) => void db.createObjectStore('pages', { keyPath: 'code' }),
  });
  await books.put('pages', page);
  books.close();
}

async function queued(): Promise<string[]> {
  const phone = await screens();
  const left = (await phone.getAll('outbox')) as { writing: { id: string } }[];
  phone.close();
  return left.map(({ writing }) => writing.id);
}

async function pending(books: StoredBooks): Promise<string[]> {
  return ((await books.load('TABLE'))?.pending ?? []).map(({ entry_id }) => entry_id);
}

describe('what an earlier version had not sent', () => {
  it("goes into its table's book, behind what is there, in the order of the taps and with the revision on the screen", async () => {
    await leave(
      [
        { id: 'second', madeOn: 2 },
        { id: 'third', madeOn: 2 },
      ],
      PAGE,
    );
    const page = await new StoredBooks(name, leftBehind).load('TABLE');
    expect(page).toEqual({
      ...PAGE,
      turn: 5,
      pending: [
        tap('first'),
        { ...tap('second'), at: 7, made_on: 2 },
        { ...tap('third'), at: 7, made_on: 2 },
      ],
    });
    expect(await queued()).toEqual([]);
  });

  it('gets a book where its table had none', async () => {
    await leave([{ id: 'one', madeOn: 4 }]);
    const [page] = await new StoredBooks(name, leftBehind).all();
    expect(page).toEqual({
      turn: 1,
      begun: expect.any(String) as string,
      code: 'TABLE',
      remote: KEY,
      document: null,
      pending: [{ ...tap('one'), at: 7, made_on: 4 }],
      question: null,
    });
  });

  it('does not count twice where it lies in the book already, on its way or confirmed', async () => {
    await leave(
      [
        { id: 'confirmed', madeOn: 0 },
        { id: 'first', madeOn: 1 },
        { id: 'new', madeOn: 2 },
      ],
      PAGE,
    );
    expect(await pending(new StoredBooks(name, leftBehind))).toEqual(['first', 'new']);
    expect(await queued()).toEqual([]);
  });

  it('is not lost where the taking over is broken off, and is there once when it is done again', async () => {
    await leave(
      [
        { id: 'one', madeOn: 1 },
        { id: 'two', madeOn: 1 },
      ],
      PAGE,
    );
    const crashing: Earlier = { all: leftBehind.all, done: () => Promise.reject(new Error('switched off')) };
    await expect(new StoredBooks(name, crashing).load('TABLE')).rejects.toThrow('switched off');
    expect(await queued()).toEqual(['one', 'two']);
    expect(await pending(new StoredBooks(name, leftBehind))).toEqual(['first', 'one', 'two']);
    expect(await queued()).toEqual([]);
  });

  it('is there once where two tabs take it over', async () => {
    await leave(
      [
        { id: 'one', madeOn: 1 },
        { id: 'two', madeOn: 1 },
      ],
      PAGE,
    );
    const [tab, other] = [new StoredBooks(name, leftBehind), new StoredBooks(name, leftBehind)];
    await Promise.all([tab.all(), other.all()]);
    expect(await pending(tab)).toEqual(['first', 'one', 'two']);
  });

  it('stays where this phone has no key to its table', async () => {
    await leave([{ id: 'one', madeOn: 1, code: 'FORGOTTEN' }]);
    expect(await new StoredBooks(name, leftBehind).all()).toEqual([]);
    expect(await queued()).toEqual(['one']);
  });
});

it('asks nothing of a phone that no earlier version was on', async () => {
  expect(
    await new StoredBooks(name, {
      all: () => Promise.resolve([]),
      done: () => Promise.reject(new Error('nothing')),
    }).all(),
  ).toEqual([]);
});
