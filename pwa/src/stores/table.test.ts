import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { NoAnswer, useEngine } from '../engine';
import type {
  Decision,
  LogLine,
  Members,
  Millis,
  Outcome,
  Progress,
  TableKey,
  View,
  Writing,
} from '../engine';
import type { Confirming } from '../engine/local/book';
import { StoredBooks } from '../engine/local/books';
import { LocalEngine } from '../engine/local/local';
import { People } from '../engine/people';
import type { News } from '../engine/stream';
import { Together } from '../engine/two-engines';
import { FixtureEngine } from '../fixtures/engine';
import { fixture, library } from '../fixtures/views';
import { rememberTable } from './database';
import { phone } from '../engine/local/disk';
import { TableStore } from './table.svelte';

/** Answers what it is told to, and remembers what it was sent. */
class ScriptedServer extends FixtureEngine implements Confirming {
  sent: { revision: number; writing: Writing }[] = [];
  answers: ((writing: Writing) => Outcome)[] = [];
  theirs: LogLine[] = [];
  now: View | null = null;

  constructor(private readonly seen: View) {
    super(seen, library);
  }

  override async view(): Promise<View> {
    return this.now ?? this.seen;
  }

  members(): Promise<Members> {
    return Promise.reject(new NoAnswer('not scripted'));
  }

  override async lines(): Promise<LogLine[]> {
    return this.theirs;
  }

  override async record(
    _table?: TableKey,
    revision = 0,
    writing: Writing = { id: '', entry: { type: '' } },
  ): Promise<Outcome> {
    this.sent.push({ revision, writing });
    const answer = this.answers.shift();
    return answer ? answer(writing) : this.recorded();
  }

  recorded = (): Outcome => ({
    kind: 'recorded',
    view: (this.now = { ...this.seen, revision: this.seen.revision + this.sent.length }),
    ledger: [],
  });

  exported(): Promise<never> {
    return Promise.reject(new NoAnswer('not asked'));
  }

  imported(): Promise<never> {
    return Promise.reject(new NoAnswer('not asked'));
  }
}

/** Tells what it is told to tell. */
class Telling extends FixtureEngine {
  answered: Decision[] = [];
  tell: (progress: Progress) => void = () => undefined;

  override watch(_table: TableKey, watcher: (progress: Progress) => void): () => void {
    this.tell = watcher;
    return () => undefined;
  }

  override async answer(_code = '', decision: Decision = 'drop'): Promise<void> {
    this.answered.push(decision);
  }
}

/** A phone whose engine cannot run. */
const UNABLE = new LocalEngine({
  status: { kind: 'impossible', reason: '' },
  ready: () => Promise.resolve(false),
  call: () => Promise.reject(new Error('cannot run')),
});

let server: ScriptedServer;
let books: StoredBooks;
let news: News;
let store: TableStore;
const code = () => `table-${count}`;
let count = 0;

beforeEach(async () => {
  count += 1;
  server = new ScriptedServer(fixture('discover'));
  books = new StoredBooks();
  visit();
  await rememberTable({ code: code(), token: 'key', seen: 0 as Millis, view: fixture('discover') });
  store = new TableStore();
  await store.open(code());
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
});

/** The app is opened (again): only the database is still there. */
function visit(): void {
  useEngine(
    new Together(
      UNABLE,
      server,
      books,
      5,
      () => () => undefined,
      (_table, _since, told) => {
        news = told;
        return { wake: () => undefined, stop: () => undefined };
      },
    ),
  );
}

async function inTheBook(): Promise<string[]> {
  return ((await books.load(code()))?.pending ?? []).map(({ entry_id }) => entry_id);
}

describe('an entry on its way', () => {
  it('is saved only when it is answered', async () => {
    let seen: string[] = [];
    server.answers = [
      () => {
        seen = [store.connection];
        return server.recorded();
      },
    ];
    await store.record({ type: 'stop' });
    expect([...seen, store.connection]).toEqual(['saving', 'saved']);
    expect(await inTheBook()).toEqual([]);
  });

  it('waits on the phone without a network and goes again under the same id', async () => {
    server.answers = [
      () => {
        throw new NoAnswer('down');
      },
    ];
    await store.record({ type: 'stop' });
    expect(store.connection).toBe('offline');
    expect(await inTheBook()).toHaveLength(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(new Set(server.sent.map(({ writing }) => writing.id)).size).toBe(1);
  });

  it('is found again by the next visit', async () => {
    server.answers = [
      () => {
        throw new NoAnswer('down');
      },
    ];
    await store.record({ type: 'stop' });
    store.close();
    const again = new TableStore();
    await again.open(code());
    await vi.waitFor(() => expect(again.connection).toBe('saved'));
    expect(server.sent[0]?.writing.id).toBe(server.sent[1]?.writing.id);
    again.close();
  });

  it('is never called saved while it waits, from the first moment of the next visit on', async () => {
    server.answers = Array.from({ length: 9 }, () => () => {
      throw new NoAnswer('down');
    });
    await store.record({ type: 'stop' });
    store.close();
    visit();
    const again = new TableStore();
    const seen = [{ shown: false, says: again.connection, unsent: 0 }];
    let opened = false;
    const opening = again.open(code()).finally(() => {
      opened = true;
    });
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
    expect(server.sent.map(({ revision }) => revision)).toEqual([1, 2]);
  });

  it('asks when it is refused, and is recorded under a new id if it happened anyway', async () => {
    const refusal = { code: 'MUST_DRAW_FIRST', rule: 'first_card', params: {}, overridable: true };
    server.answers = [() => ({ kind: 'refused', refusal, detail: '' })];
    await store.record({ type: 'stop' });
    expect(store.connection).toBe('needs-you');
    await store.answer('enter');
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(server.sent[1]?.writing).toMatchObject({ entry: { type: 'stop' }, override: true });
    expect(server.sent[1]?.writing.id).not.toBe(server.sent[0]?.writing.id);
  });

  it('asks when another phone was faster, and is never dropped without an answer', async () => {
    server.answers = [() => ({ kind: 'stale', revision: 9 })];
    await store.record({ type: 'stop' });
    expect(store.question?.why).toBe('stale');
    expect(await inTheBook()).toHaveLength(1);
    await store.answer('drop');
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(await inTheBook()).toEqual([]);
  });

  it('goes on the revision that it was made on, whatever others have entered before it goes', async () => {
    const view = fixture('discover');
    server.answers = [
      () => {
        throw new NoAnswer('down');
      },
      () => ({ kind: 'stale', revision: view.revision + 2 }),
    ];
    await store.record({ type: 'draw', card: 'a' });
    server.now = { ...view, revision: view.revision + 2 };
    news.line(view.revision + 2, { entry_id: 'theirs' });
    await vi.waitFor(() => expect(store.view?.revision).toBe(view.revision + 2));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(store.question?.why).toBe('stale'));
    expect(server.sent.map(({ revision }) => revision)).toEqual([view.revision, view.revision]);
  });

  it('goes on what is there now once the group has said that it holds, and what waits behind it is asked about too', async () => {
    const view = fixture('discover');
    server.now = { ...view, revision: view.revision + 1 };
    server.answers = [
      () => ({ kind: 'stale', revision: view.revision + 1 }),
      () => ({ kind: 'recorded', view: { ...view, revision: view.revision + 2 }, ledger: [] }),
      () => ({ kind: 'stale', revision: view.revision + 2 }),
    ];
    await Promise.all([store.record({ type: 'draw', card: 'a' }), store.record({ type: 'draw', card: 'b' })]);
    await vi.waitFor(() => expect(store.question?.line.entry).toMatchObject({ card: 'a' }));
    await store.answer('enter');
    await vi.waitFor(() => expect(store.question?.line.entry).toMatchObject({ card: 'b' }));
    expect(server.sent.map(({ revision }) => revision - view.revision)).toEqual([0, 1, 0]);
  });

  it('is asked about with what others have entered', async () => {
    server.theirs = [{ entry_id: 'theirs', revision: 2, entry: { type: 'stop' }, ledger: [], holds: true }];
    server.answers = [() => ({ kind: 'stale', revision: 9 })];
    await store.record({ type: 'draw', card: 'a' });
    expect(store.question?.meanwhile.map(({ entry_id }) => entry_id)).toEqual(['theirs']);
  });
});

describe('what the book tells of the table', () => {
  const view = fixture('discover');
  const told: Progress = {
    view,
    pending: 0,
    waiting: [],
    unkept: [],
    question: null,
    remote: null,
    reach: 'online',
    members: null,
  };
  const line = { entry_id: 'own', entry: { type: 'draw', card: 'base.tax.most_swords' } };
  let engine: Telling;

  beforeEach(async () => {
    store.close();
    engine = new Telling(view, library);
    useEngine(engine);
    store = new TableStore();
    await store.open(code());
  });

  it('is shown, with how many entries the server does not have', () => {
    engine.tell({ ...told, view: { ...view, revision: view.revision + 1 }, pending: 2, reach: 'offline' });
    expect([store.connection, store.unsent, store.view?.revision]).toEqual(['offline', 2, view.revision + 1]);
    engine.tell({ ...told, pending: 0 });
    expect(store.connection).toBe('saved');
  });

  it('asks for the keeper a second time once the keeper has not said no, and not anew after a no', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const mine = { member: 2, name: 'Ben', seat: 1, role: 'player' } as const;
    const members: Members = {
      you: 2,
      role: 'player',
      seat: 1,
      may_take_back: false,
      keeper_only: false,
      table_name: null,
      members: [mine],
    };
    const claims = vi.spyOn(People.prototype, 'claim').mockResolvedValue(members);
    const remote = { code: 'KEPT', token: 'key' };
    engine.tell({ ...told, remote, members: { ...members, members: [{ ...mine, claims: 30 }] } });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(claims.mock.calls).toEqual([[remote, true]]);
    expect(store.members).toEqual(members);
  });

  it('asks the group, and takes the answer back to the book', async () => {
    engine.tell({ ...told, question: { line, why: 'twice', problem: null, meanwhile: [] } });
    expect([store.connection, store.question?.why, store.question?.line.entry]).toEqual([
      'needs-you',
      'twice',
      line.entry,
    ]);
    await store.answer('drop');
    expect([engine.answered, store.question]).toEqual([['drop'], null]);
  });
});

describe('where the disk takes nothing', () => {
  const refusing = (name: string) =>
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('refused', name);
    });

  it.each([
    ['QuotaExceededError', 'full'],
    ['UnknownError', 'failing'],
  ])('%s is said as long as it lasts, and what the server has is kept there', async (name, says) => {
    const put = refusing(name);
    await store.record({ type: 'stop' });
    expect([store.connection, server.sent.length]).toEqual([says, 1]);
    put.mockRestore();
    await store.record({ type: 'stop' });
    expect([store.connection, server.sent.length]).toEqual(['saved', 2]);
  });

  it('an entry that the server has not taken either stays on the screen and is called not kept, until one of them has it', async () => {
    const put = refusing('UnknownError');
    server.answers = Array.from({ length: 4 }, () => () => {
      throw new NoAnswer('down');
    });
    await store.record({ type: 'stop' });
    expect([store.connection, store.missing, store.waiting.length, await inTheBook()]).toEqual([
      'unkept',
      1,
      1,
      [],
    ]);
    put.mockRestore();
    await phone.tryAgain();
    await vi.waitFor(async () =>
      expect([store.connection, store.missing, (await inTheBook()).length]).toEqual(['offline', 1, 1]),
    );
    server.answers = [];
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(store.connection).toBe('saved'));
    expect(new Set(server.sent.map(({ writing }) => writing.id)).size).toBe(1);
  });
});
