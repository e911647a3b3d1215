import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { NoAnswer, useEngine } from '../engine';
import type { Outcome, TableKey, View, Writing } from '../engine';
import { FixtureEngine } from '../fixtures/engine';
import { fixture, library } from '../fixtures/views';
import { rememberTable, waitingFor } from './database';
import { newId, TableStore } from './table.svelte';

/** Answers what it is told to, and remembers what it was sent. */
class Scripted extends FixtureEngine {
  sent: { revision: number; writing: Writing }[] = [];
  answers: ((writing: Writing) => Outcome)[] = [];

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
});

it('makes ids where the page is not secure', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  vi.unstubAllGlobals();
});
