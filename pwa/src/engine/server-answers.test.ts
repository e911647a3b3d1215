// @vitest-environment node
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { draw, FakeServer, FLUTE, MemoryBooks, SAILOR, SETUP, SKIFF, STOP } from '../fixtures/fake-server';
import { pythonRules } from '../fixtures/rules';
import type { TableKey } from './engine';
import { StoredBooks } from './local/books';
import type { Left } from './local/earlier';
import { LocalEngine } from './local/local';
import type { Rules, Status } from './local/rules';
import type { Seconds } from './time';
import { Together } from './two-engines';
import type { Progress } from './to-server';

let desk: () => Rules;
let server: FakeServer;
let books: MemoryBooks;
let stored: StoredBooks | null;
let phone: Together;
let table: TableKey;
let seen: Progress | null;
/** The phone's engine has come, or it is known that it never will. */
let comes: (able: boolean) => void;

beforeAll(async () => {
  desk = await pythonRules();
}, 120_000);

beforeEach(async () => {
  server = new FakeServer(desk());
  books = new MemoryBooks();
  stored = null;
  start();
  table = await phone.openTable(SETUP);
  watch();
});

/** A visit on which the phone's engine is still being loaded. */
function start(): void {
  const ready = new Promise<boolean>((resolve) => (comes = resolve));
  const rules: Rules & { status: Status } = {
    ...desk(),
    status: { kind: 'loading', loaded: 0, total: 1 },
    ready: () => ready,
  };
  const settle = comes;
  comes = (able) => {
    rules.status = able ? { kind: 'ready', version: 'late' } : { kind: 'impossible', reason: 'no memory' };
    settle(able);
  };
  phone = new Together(new LocalEngine(rules), server, stored ?? books, 5, () => () => undefined);
}

function watch(): void {
  seen = null;
  phone.watch(table, (progress) => (seen = progress));
}

async function again(able?: boolean): Promise<void> {
  start();
  watch();
  if (able !== undefined) comes(able);
  await settled();
}

function settled(): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}

async function kept(): Promise<(string | undefined)[]> {
  return ((await books.load(table.code))?.pending ?? []).map(({ entry_id }) => entry_id);
}

describe("while the phone's engine is not there", () => {
  it('keeps an entry, with the revision that was on the screen, before the server is asked', async () => {
    let there: unknown;
    const record = server.record.bind(server);
    server.record = async (...asked) => {
      there = (await books.load(table.code))?.pending;
      return record(...asked);
    };
    expect(await phone.record(table, 0, { id: 'one', at: 7 as Seconds, entry: draw(FLUTE) })).toMatchObject({
      kind: 'recorded',
      view: { revision: 1 },
    });
    expect(there).toEqual([{ entry_id: 'one', at: 7 as Seconds, entry: draw(FLUTE), made_on: 0 }]);
    expect(await kept()).toEqual([]);
  });

  it('shows it when the server has it, and till then that it waits', async () => {
    server.mood = 'deaf';
    expect(await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) })).toEqual({ kind: 'kept' });
    expect(seen).toMatchObject({ pending: 1, waiting: [{ id: 'one' }], reach: 'offline' });
    server.mood = 'up';
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one']);
    expect(seen).toMatchObject({ pending: 0, waiting: [], reach: 'online', view: { revision: 1 } });
  });

  it('takes a tap for one on top of the tap before, whose answer the screen does not show yet', async () => {
    const save = books.save.bind(books);
    let second: Promise<unknown> | null = null;
    books.save = async (page) => {
      const confirms = page.pending.length === 0;
      if (confirms && !second) second = phone.record(table, 0, { id: 'two', entry: draw(SKIFF) });
      return save(page);
    };
    await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    await second;
    expect(seen).toMatchObject({ question: null, view: { revision: 2 } });
    expect(await server.ids(table)).toEqual(['one', 'two']);
  });

  it('sends what an earlier visit left, without a screen that shows the table', async () => {
    server.mood = 'asleep';
    await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    await phone.record(table, 0, { id: 'two', entry: draw(SKIFF) });
    start();
    expect(await phone.unsent(table.code)).toBe(2);
    server.mood = 'up';
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one', 'two']);
  });

  it('asks when others were first, with what they entered, also on the next visit', async () => {
    await server.other(table, 'theirs', draw(SAILOR));
    await phone.record(table, 0, { id: 'mine', entry: draw(SAILOR) });
    expect(seen).toMatchObject({
      pending: 1,
      view: { revision: 1 },
      question: { why: 'stale', line: { entry_id: 'mine' }, meanwhile: [{ entry_id: 'theirs' }] },
    });
    await again(false);
    expect(seen?.question?.line.entry_id).toBe('mine');
    await phone.answer(table.code, 'drop');
    expect(await kept()).toEqual([]);
    expect(await server.ids(table)).toEqual(['theirs']);
  });

  it('enters on what is there now what the group has said holds', async () => {
    await server.other(table, 'theirs', draw(SAILOR));
    await phone.record(table, 0, { id: 'mine', entry: draw(SAILOR) });
    await phone.answer(table.code, 'enter');
    await vi.waitFor(async () => expect(await server.ids(table)).toEqual(['theirs', 'mine']));
  });

  it('asks about what the server refuses, and enters it marked under a new id', async () => {
    await phone.record(table, 0, { id: 'wrong', entry: STOP });
    expect(seen).toMatchObject({
      pending: 1,
      question: { why: 'refused', problem: { code: 'MUST_DRAW_FIRST' } },
    });
    await phone.answer(table.code, 'enter');
    await phone.wake();
    expect(await server.ids(table)).not.toContain('wrong');
    expect(seen).toMatchObject({ pending: 0, question: null });
  });

  it('lets two tabs write to one table', async () => {
    server.mood = 'asleep';
    const tab = phone;
    start();
    await phone.record(table, 0, { id: 'here', entry: draw(FLUTE) });
    await tab.record(table, 0, { id: 'there', entry: draw(SAILOR) });
    server.mood = 'up';
    await Promise.all([tab.wake(), phone.wake()]);
    await Promise.all([tab.wake(), phone.wake()]);
    expect(await server.ids(table)).toEqual(['here', 'there']);
    expect(await kept()).toEqual([]);
  });
});

describe("when the phone's engine comes", () => {
  it('holds what waited against what others entered: no question about what still holds', async () => {
    server.mood = 'asleep';
    await phone.record(table, 0, { id: 'mine', entry: draw(SKIFF) });
    await server.other(table, 'theirs', draw(SAILOR));
    server.mood = 'up';
    comes(true);
    await vi.waitFor(async () => expect(await server.ids(table)).toEqual(['theirs', 'mine']));
    await vi.waitFor(() =>
      expect(seen).toMatchObject({ pending: 0, waiting: [], question: null, view: { revision: 2 } }),
    );
  });

  it('asks about the same card as it always does', async () => {
    await server.other(table, 'theirs', draw(SAILOR));
    server.mood = 'asleep';
    await phone.record(table, 0, { id: 'mine', entry: draw(SAILOR) });
    server.mood = 'up';
    comes(true);
    await vi.waitFor(() =>
      expect(seen).toMatchObject({
        pending: 1,
        question: { why: 'twice', meanwhile: [{ entry_id: 'theirs' }] },
      }),
    );
  });

  it('judges anew what the server could only ask about', async () => {
    await server.other(table, 'theirs', draw(SAILOR));
    await phone.record(table, 0, { id: 'mine', entry: draw(SKIFF) });
    expect(seen?.question?.why).toBe('stale');
    comes(true);
    await vi.waitFor(async () => expect(await server.ids(table)).toEqual(['theirs', 'mine']));
    await vi.waitFor(() => expect(seen).toMatchObject({ pending: 0, question: null }));
  });

  it('heeds an answer that was given before', async () => {
    await server.other(table, 'theirs', draw(SAILOR));
    await phone.record(table, 0, { id: 'mine', entry: draw(SAILOR) });
    server.mood = 'asleep';
    await phone.answer(table.code, 'enter');
    server.mood = 'up';
    comes(true);
    await vi.waitFor(async () => expect(await server.ids(table)).toEqual(['theirs', 'mine']));
    expect(seen?.question).toBeNull();
  });

  it('has a tap that came while it was loading in its book at once, and shows it when it is there', async () => {
    comes(true);
    await phone.view(table);
    server.mood = 'asleep';
    await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    await again();
    void phone.record(table, 1, { id: 'two', entry: draw(SKIFF) });
    await vi.waitFor(async () => expect(await kept()).toEqual(['one', 'two']));
    expect(seen).toMatchObject({ pending: 2, waiting: [{ id: 'two' }] });
    comes(true);
    await vi.waitFor(() => expect(seen).toMatchObject({ pending: 2, waiting: [], view: { revision: 2 } }));
  });
});

describe("on a visit on which the phone's engine cannot run any more", () => {
  beforeEach(async () => {
    comes(true);
    await phone.view(table);
    server.mood = 'asleep';
  });

  it('sends by the server what the engine had answered, in order', async () => {
    await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    await phone.record(table, 1, { id: 'two', entry: draw(SKIFF) });
    await again(false);
    expect(await phone.record(table, 2, { id: 'three', entry: draw(SAILOR) })).toEqual({ kind: 'kept' });
    expect(seen?.waiting.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
    server.mood = 'up';
    await phone.wake();
    expect(await server.ids(table)).toEqual(['one', 'two', 'three']);
    expect(seen).toMatchObject({ pending: 0, view: { revision: 3 } });
  });

  it('opens on the server a table of its own, and knows what that calls it', async () => {
    table = await phone.openTable(SETUP);
    await phone.record(table, 0, { id: 'one', entry: draw(FLUTE) });
    await again(false);
    server.mood = 'up';
    await phone.wake(table);
    expect(seen?.remote?.code).toContain('SERVER');
    expect(await phone.onServer(table)).toEqual(seen?.remote);
    expect(await server.ids(seen?.remote ?? table)).toEqual(['one']);
    expect((await phone.view(table)).revision).toBe(1);
    expect(await phone.lines(table, 0)).toHaveLength(1);
  });

  it('asks on what was asked', async () => {
    await phone.record(table, 0, { id: 'mine', entry: draw(SAILOR) });
    await server.other(table, 'theirs', draw(SAILOR));
    server.mood = 'up';
    await phone.wake();
    expect(seen?.question?.why).toBe('twice');
    await again(false);
    await phone.wake(table);
    expect(seen).toMatchObject({ pending: 1, question: { why: 'twice', line: { entry_id: 'mine' } } });
    await phone.answer(table.code, 'enter');
    await phone.wake(table);
    expect(await server.ids(table)).toEqual(['theirs', 'mine']);
  });

  it("leaves nothing behind that the next visit takes for somebody else's", async () => {
    await again(false);
    server.mood = 'up';
    await server.other(table, 'theirs', draw(FLUTE));
    const { revision } = await phone.view(table);
    await phone.record(table, revision, { id: 'one', entry: draw(SAILOR) });
    server.mood = 'deaf';
    await phone.record(table, revision + 1, { id: 'two', entry: draw(SKIFF) });
    await phone.record(table, revision + 1, { id: 'three', entry: draw(SAILOR) });
    server.mood = 'up';
    await again(true);
    await phone.wake();
    expect(await server.ids(table)).toEqual(['theirs', 'one', 'two', 'three']);
    expect(seen).toMatchObject({ pending: 0, question: null, view: { revision: 4 } });
    expect((await books.load(table.code))?.document?.lines).toHaveLength(4);
  });
});

describe('what an earlier version of the app left on the phone', () => {
  const left = (order: number, id: string, madeOn: number): Left => ({
    order,
    table,
    writing: { id, entry: draw(SKIFF) },
    made_on: madeOn,
  });

  it.each([true, false])("reaches the server, each tap once (the phone's engine runs: %s)", async (able) => {
    // 'sent' had arrived although nobody heard; 'kept' lay in both places, 'late' only in the screens' own queue.
    await server.other(table, 'sent', draw(FLUTE));
    const document = await server.exported(table);
    const first = new StoredBooks(`${table.code}-${able}`);
    await first.save({
      turn: 1,
      code: table.code,
      remote: table,
      document: { ...document, lines: [] },
      pending: [
        { entry_id: 'sent', entry: draw(FLUTE) },
        { entry_id: 'kept', entry: draw(SKIFF) },
      ],
      question: null,
    });
    const queue = [left(1, 'kept', 1), left(2, 'late', 2)];
    stored = new StoredBooks(`${table.code}-${able}`, {
      all: async () => queue,
      done: async () => undefined,
    });
    await again(able);
    await phone.wake();
    expect(await server.ids(table)).toEqual(['sent', 'kept', 'late']);
    expect(seen).toMatchObject({ pending: 0, question: null, view: { revision: 3 } });
  });
});
