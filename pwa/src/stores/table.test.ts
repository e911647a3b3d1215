import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { NoAnswer, useEngine } from '../engine';
import type { Decision, LogLine, Outcome, Progress, TableKey, View, Writing } from '../engine';
import { FixtureEngine } from '../fixtures/engine';
import { fixture, library } from '../fixtures/views';
import { putWaiting, rememberTable, waitingFor } from './database';
import { TableStore } from './table.svelte';

/** Answers what it is told to, and remembers what it was sent. */
class Scripted extends FixtureEngine {
  sent: { revision: number; writing: Writing }[] = [];
  answers: ((writing: Writing) => Outcome)[] = [];

  answered: Decision[] = [];
  kept = 0;
  left: Writing[] = [];
  theirs: LogLine[] = [];
  now: View | null = null;
  tell: (progress: Progress) => void = () => undefined;

  override async view(): Promise<View> {
    return this.now ?? this.seen;
  }

  override async lines(): Promise<LogLine[]> {
    return this.theirs;
  }

  override watch(_table: TableKey, watcher: (progress: Progress) => void): () => void {
    this.tell = watcher;
    return () => undefined;
  }

  override async unsent(): Promise<number> {
    return this.kept;
  }

  override async answer(_code = '', decision: Decision = 'drop'): Promise<void> {
    this.answered.push(decision);
  }

  override async handOver(_table?: TableKey, keep: (writings: Writing[], madeOn: number) => Promise<void> = async () => undefined): Promise<TableKey | null> {
    if (this.left.length === 0) return null;
    await keep(this.left, 0);
    return { code: 'remote', token: 'theirs' };
  }

  constructor(private readonly seen: View) {
    super(seen, library);
  }

  override async record(_table?: TableKey, revision = 0, writing: Writing = { id: '', entry: { type: '' } }): Promise<Outcome> {
    this.sent.push({ revision, writing });
    const answer = this.answers.shift();
    return answer ? answer(writing) : this.recorded();
  }

  recorded = (): Outcome => ({ kind: 'recorded', view: { ...this.seen, revision: this.seen.revision + this.sent.length }, ledger: [] });
}

let engine: Scripted;
let store: TableStore;
const code = () => `table-${count}`;
let count = 0;

beforeEach(async () => {
  count += 1;
  engine = new Scripted(fixture('discover'));
  useEngine(engine);
  await rememberTable({ code: code(), token: 'key', seen: 0, view: fixture('discover') });
  store = new TableStore();
  await store.open(code());
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
});

describe('an entry on its way', () => {
  it('is saved only when it is answered', async () => {
    let seen: string[] = [];
    engine.answers = [() => {
      seen = [store.connection];
      return engine.recorded();
    }];
    await store.record({ type: 'stop' });
    expect([...seen, store.connection]).toEqual(['saving', 'saved']);
    expect(await waitingFor(code())).toEqual([]);
  });

  it('waits on the phone without a network and goes again under the same id', async () => {
    engine.answers = [() => { throw new NoAnswer('down'); }];
    await store.record({ type: 'stop' });
    expect(store.connection).toBe('offline');
    expect(await waitingFor(code())).toHaveLength(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(new Set(engine.sent.map(({ writing }) => writing.id)).size).toBe(1);
  });

  it('is found again by the next visit', async () => {
    engine.answers = [() => { throw new NoAnswer('down'); }];
    await store.record({ type: 'stop' });
    store.close();
    const again = new TableStore();
    await again.open(code());
    await vi.waitFor(() => expect(again.connection).toBe('saved'));
    expect(engine.sent[0]?.writing.id).toBe(engine.sent[1]?.writing.id);
    again.close();
  });

  it.each([
    ['kept with the engine', async () => { engine.kept = 1; }],
    ['in the outbox', async () => { await putWaiting({ code: code(), writing: { id: 'kept', entry: { type: 'stop' } }, made_on: 1 }); }],
  ])('is never called saved while it is %s, from the first moment of the next visit on', async (_where, wait) => {
    store.close();
    await wait();
    engine.answers = [() => { throw new NoAnswer('down'); }];
    const again = new TableStore();
    const seen = [{ shown: false, says: again.connection, unsent: 0 }];
    let opened = false;
    const opening = again.open(code()).finally(() => { opened = true; });
    while (!opened) {
      seen.push({ shown: again.view !== null, says: again.connection, unsent: again.unsent });
      await new Promise((resolve) => setTimeout(resolve));
    }
    await opening;
    seen.push({ shown: true, says: again.connection, unsent: again.unsent });
    expect(seen.filter(({ says }) => says === 'saved')).toEqual([]);
    expect(seen.filter(({ shown, unsent }) => shown && unsent !== 1)).toEqual([]);
    again.close();
  });

  it('follows the one before it, on the revision that one made', async () => {
    await Promise.all([store.record({ type: 'draw', card: 'a' }), store.record({ type: 'draw', card: 'b' })]);
    await vi.waitFor(() => expect(store.waiting).toEqual([]));
    expect(engine.sent.map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it('asks when it is refused, and is recorded under a new id if it happened anyway', async () => {
    const refusal = { code: 'MUST_DRAW_FIRST', rule: 'first_card', params: {}, overridable: true };
    engine.answers = [() => ({ kind: 'refused', refusal, detail: '' })];
    await store.record({ type: 'stop' });
    expect(store.connection).toBe('needs-you');
    await store.answer('enter');
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(engine.sent[1]?.writing).toMatchObject({ entry: { type: 'stop' }, override: true });
    expect(engine.sent[1]?.writing.id).not.toBe(engine.sent[0]?.writing.id);
  });

  it('asks when another phone was faster, and is never dropped without an answer', async () => {
    engine.answers = [() => ({ kind: 'stale', revision: 9 })];
    await store.record({ type: 'stop' });
    expect(store.question?.why).toBe('stale');
    expect(await waitingFor(code())).toHaveLength(1);
    await store.answer('drop');
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(await waitingFor(code())).toEqual([]);
  });

  it('goes on the revision that it was made on, whatever others have entered before it goes', async () => {
    const view = fixture('discover');
    engine.answers = [() => { throw new NoAnswer('down'); }, () => ({ kind: 'stale', revision: view.revision + 2 })];
    await store.record({ type: 'draw', card: 'a' });
    engine.tell({ view: { ...view, revision: view.revision + 2 }, pending: 0, question: null, remote: null, reach: 'online', members: null });
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(store.question?.why).toBe('stale'));
    expect(engine.sent.map(({ revision }) => revision)).toEqual([view.revision, view.revision]);
  });

  it('goes on what is there now once the group has said that it holds, and what waits behind it is asked about too', async () => {
    const view = fixture('discover');
    engine.now = { ...view, revision: view.revision + 1 };
    engine.answers = [() => ({ kind: 'stale', revision: view.revision + 1 }), () => ({ kind: 'recorded', view: { ...view, revision: view.revision + 2 }, ledger: [] }), () => ({ kind: 'stale', revision: view.revision + 2 })];
    await Promise.all([store.record({ type: 'draw', card: 'a' }), store.record({ type: 'draw', card: 'b' })]);
    await vi.waitFor(() => expect(store.question?.entry).toMatchObject({ card: 'a' }));
    await store.answer('enter');
    await vi.waitFor(() => expect(store.question?.entry).toMatchObject({ card: 'b' }));
    expect(engine.sent.map(({ revision }) => revision - view.revision)).toEqual([0, 1, 0]);
  });

  it('is asked about with what others have entered', async () => {
    engine.theirs = [{ entry_id: 'theirs', revision: 2, entry: { type: 'stop' }, ledger: [], holds: true }];
    engine.answers = [() => ({ kind: 'stale', revision: 9 })];
    await store.record({ type: 'draw', card: 'a' });
    expect(store.question?.meanwhile.map(({ entry_id }) => entry_id)).toEqual(['theirs']);
  });
});

describe('what the engine tells of the table', () => {
  const view = fixture('discover');
  const told = { view, pending: 0, question: null, remote: null, reach: 'online', members: null } as const;
  const line = { entry_id: 'own', entry: { type: 'draw', card: 'base.tax.most_swords' } };

  it('is shown, with how many entries the server does not have', () => {
    engine.tell({ ...told, view: { ...view, revision: view.revision + 1 }, pending: 2, reach: 'offline' });
    expect([store.connection, store.unsent, store.view?.revision]).toEqual(['offline', 2, view.revision + 1]);
    // The harbor as it was: a bust is shown with the cards that it swept away.
    expect(store.before).toEqual(view.harbor.map(({ card }) => card));
    engine.tell({ ...told, pending: 0 });
    expect(store.connection).toBe('saved');
  });

  it('asks the group, and takes the answer back to the engine', async () => {
    engine.tell({ ...told, question: { line, why: 'twice', problem: null, meanwhile: [] } });
    expect([store.connection, store.question?.why, store.question?.entry]).toEqual(['needs-you', 'twice', line.entry]);
    await store.answer('drop');
    expect([engine.answered, store.question]).toEqual([['drop'], null]);
  });

  it('sends what was entered while something was asked that news have answered', async () => {
    engine.tell({ ...told, question: { line, why: 'twice', problem: null, meanwhile: [] } });
    await store.record({ type: 'stop' });
    expect([engine.sent, store.waiting.length]).toEqual([[], 1]);
    engine.tell(told);
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(engine.sent).toHaveLength(1);
  });

  it('takes over what an engine that cannot run any more had not sent', async () => {
    store.close();
    engine.left = [{ id: 'left', entry: { type: 'stop' } }];
    const again = new TableStore();
    await again.open(code());
    await vi.waitFor(() => expect(engine.sent.map(({ writing }) => writing.id)).toEqual(['left']));
    expect(again.key).toEqual({ code: 'remote', token: 'theirs' });
    again.close();
  });
});

it('says so when the phone has no room for an entry, and keeps it when there is', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => { throw new DOMException('full', 'QuotaExceededError'); });
  await store.record({ type: 'stop' });
  expect([store.connection, engine.sent]).toEqual(['full', []]);
  put.mockRestore();
  await store.record({ type: 'stop' });
  expect([store.connection, engine.sent.length]).toEqual(['saved', 1]);
});
