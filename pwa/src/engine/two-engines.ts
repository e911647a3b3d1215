import { newToken } from './chance';
import { NoAnswer } from './engine';
import type { Engine, Forecast, OpenedTable, Outcome, TableKey, Unanswered, Writing } from './engine';
import { hasServer } from './host';
import { originOf } from './local/said-beside';
import { Book } from './local/book';
import { NotKept } from './local/disk';
import type { Confirming } from './local/book';
import type { Books } from './local/books';
import { localCode } from './local/local';
import type { Exported, LocalEngine } from './local/local';
import { asConfirmed } from './local/own';
import { blank, nextTurn } from './local/page';
import type { Decision, Page } from './local/page';
import type { Follow } from './stream';
import type { Catalogue, Editions, LogLine, Score, Setup, View } from './types';
import { Way } from './to-server';
import type { Later, Watcher } from './to-server';
import { now, toSeconds } from './time';

const FORMAT = 1;
/** How long a new table waits for a server before the phone opens it by itself. */
const OPENING = 1500;

/** An engine that also keeps what is entered at a table, and looks after its way to the server. */
export interface TableEngine extends Omit<Engine, 'record'> {
  /** Keeps what was entered on that revision before anybody is asked; what becomes of it later is told by `watch`. */
  record(table: TableKey, madeOn: number, writing: Writing): Promise<Outcome | Unanswered>;
  /** Tells how a table is doing, now and with every change, until the returned function is called. */
  watch(table: TableKey, watcher: Watcher): () => void;
  /** The group's answer to a table's question. */
  answer(code: string, decision: Decision): Promise<void>;
  /** The network is back, or the phone has woken: everything that waits is sent now; or what waits at one table, and it is looked at. */
  wake(table?: TableKey): Promise<void>;
  /** How many lines of a table the server lacks; known before anybody answers. */
  unsent(code: string): Promise<number>;
  /** What the server calls a table, as far as it has heard of it. */
  onServer(table: TableKey): Promise<TableKey>;
  /** All that this phone keeps of every table, or of one, what the server does not have yet included; by its code. */
  saved(code?: string): Promise<{ code: string; table: Exported }[]>;
  /** Opens a table anew from what was saved; raises `Rejected` where a line of it cannot be. */
  restore(saved: Exported): Promise<OpenedTable>;
  /** Opens a table that stays on this phone, in the place of an earlier one of that code; raises `NoAnswer` where it cannot. */
  openAlone(code: string, setup: Setup): Promise<OpenedTable>;
  /** Keeps nothing more of a table. */
  forget(code: string): Promise<void>;
  /** The codes of the tables that this phone keeps and that come from the same one. */
  known(saved: Exported): Promise<string[]>;
}

/**
 * The phone answers at once, the server confirms. Until the phone's engine is there, and where it cannot be, the server
 * answers; without a network the phone goes on alone and sends later, in order. Each table has one book with one queue.
 */
export class Together implements TableEngine {
  private readonly ways = new Map<string, Promise<Way>>();

  constructor(
    private readonly local: LocalEngine,
    private readonly server: Confirming,
    private readonly books: Books,
    private readonly opening = OPENING,
    private readonly later: Later = soon,
    private readonly follow: Follow | null = null,
  ) {
    // A table that is on the screen goes on without a network from the moment on that the phone's engine is there.
    void local.rules.ready().then((able) => {
      if (able)
        for (const way of this.ways.values())
          void way.then(
            (found) => (found.matters ? found.send() : undefined),
            () => undefined,
          );
    });
    books.onAgain?.(() => void this.reread());
    books.onChange?.(
      (code) =>
        void this.ways.get(code)?.then(
          ({ book }) => book.reread(),
          () => undefined,
        ),
    );
  }

  /** A table of the server's where it answers soon; otherwise one of the phone's own, that the server gets later. */
  async openTable(setup: Setup): Promise<OpenedTable> {
    // Whether or not the answer comes: asked again with the same key, the server finds the table that it has opened.
    const key = newToken();
    const asked = this.server.openTable(setup, key);
    const answers: Promise<OpenedTable | null>[] = [asked.catch(ifSilent)];
    if (this.isReady) answers.push(new Promise((resolve) => this.later(() => resolve(null), this.opening)));
    const opened = await Promise.race(answers);
    if (opened) {
      if (this.isReady)
        await this.newPage(
          opened.code,
          { remote: { code: opened.code, token: opened.token } },
          { setup, lines: [] },
        );
      return opened;
    }
    if (!(await this.local.rules.ready())) throw new NoAnswer('no server, and no engine on this phone');
    const code = localCode();
    const way = await this.newPage(code, { key }, { setup, lines: [] });
    const view = await way.book.see();
    void way.send();
    return { code, token: '', view };
  }

  async openAlone(code: string, setup: Setup): Promise<OpenedTable> {
    if (!(await this.local.rules.ready())) throw new NoAnswer('no engine on this phone');
    await this.forget(code);
    const way = await this.newPage(code, { alone: true }, { setup, lines: [] });
    return { code, token: '', view: await way.book.see() };
  }

  async view(table: TableKey): Promise<View> {
    const way = await this.way(table);
    try {
      const view = await way.book.see();
      void way.send(way.book.isOwn);
      return view;
    } catch (error) {
      way.failed(error, true);
      throw error;
    }
  }

  async record(table: TableKey, madeOn: number, writing: Writing): Promise<Outcome | Unanswered> {
    const way = await this.way(table);
    const outcome = await way.book.record(writing, madeOn);
    const sent = way.send();
    if (outcome.kind !== 'kept' || way.book.isOwn) return outcome;
    await sent;
    return way.book.answerTo(writing.id);
  }

  async dryRun(table: TableKey, madeOn: number, writing: Writing): Promise<Forecast> {
    return (await this.way(table)).book.dryRun(writing, madeOn);
  }

  async lines(table: TableKey, since: number): Promise<LogLine[]> {
    return (await this.way(table)).book.lines(since);
  }

  async score(table: TableKey): Promise<Score> {
    return (await this.way(table)).book.score();
  }

  editions(): Promise<Editions> {
    return this.fact((engine) => engine.editions());
  }

  catalogue(): Promise<Catalogue> {
    return this.fact((engine) => engine.catalogue());
  }

  watch(table: TableKey, watcher: Watcher): () => void {
    let unwatch: (() => void) | null = null;
    let gone = false;
    void this.way(table).then(
      (way) => {
        if (!gone) unwatch = way.watch(watcher);
      },
      () => undefined,
    );
    return () => {
      gone = true;
      unwatch?.();
    };
  }

  async answer(code: string, decision: Decision): Promise<void> {
    const way = await this.ways.get(code);
    await way?.book.answer(decision);
    void way?.send();
  }

  async wake(table?: TableKey): Promise<void> {
    if (table) return (await this.way(table)).wake();
    for (const page of hasServer ? await this.pages() : []) {
      if (!page.alone && (page.pending.length > 0 || !page.remote))
        await this.way({ code: page.code, token: '' });
    }
    await Promise.all([...this.ways.values()].map(async (way) => (await way).wake()));
  }

  async unsent(code: string): Promise<number> {
    if (!hasServer) return 0;
    const page = (await this.pages()).find((one) => one.code === code);
    return page && !page.alone ? page.pending.length : 0;
  }

  async onServer(table: TableKey): Promise<TableKey> {
    return (await this.way(table)).book.shown.remote ?? table;
  }

  async saved(only?: string): Promise<{ code: string; table: Exported }[]> {
    const pages = (await this.pages()).filter(
      ({ code, alone }) => !alone && (only === undefined || code === only),
    );
    return pages.flatMap(({ code, document, pending }) =>
      document
        ? [{ code, table: { ...document, lines: [...document.lines, ...pending].map(asConfirmed) } }]
        : [],
    );
  }

  async forget(code: string): Promise<void> {
    void this.ways.get(code)?.then(
      (way) => way.leave(),
      () => undefined,
    );
    this.ways.delete(code);
    await this.books.remove(code).catch(unlessKept);
  }

  async restore(saved: Exported): Promise<OpenedTable> {
    if (!(await this.local.rules.ready())) throw new NoAnswer('no engine on this phone');
    const view = await this.local.check(saved);
    const dated = saved.opened === undefined ? {} : { opened: saved.opened };
    const there = await this.server.imported(saved).catch(ifSilent);
    if (there) return { ...there, ...dated };
    // Without a network it is opened here, and sent line by line when there is one.
    const code = localCode();
    const way = await this.newPage(code, { key: newToken() }, saved);
    void way.send();
    return { code, token: '', view, ...dated };
  }

  async known(saved: Exported): Promise<string[]> {
    const pages = await this.pages();
    const same = pages.filter(
      ({ document, pending }) =>
        document && originOf({ ...document, lines: [...document.lines, ...pending] }) === originOf(saved),
    );
    return same.map(({ code }) => code);
  }

  /** A table's way to the server, with its book; found once. */
  private way(table: TableKey): Promise<Way> {
    const { code } = table;
    let found = this.ways.get(code);
    if (!found) {
      found = this.books
        .load(code)
        .catch(unlessKept)
        .then((page) => this.wayOf(page ?? blank(table)));
      this.ways.set(code, found);
      found.catch(() => this.ways.delete(code));
    }
    return found.then((way) => {
      way.book.keyed(table);
      return way;
    });
  }

  private wayOf(page: Page, kept = page): Way {
    let way: Way | null = null;
    const book = new Book(page, this.local, this.server, this.books, () => way?.tell(), kept);
    way = new Way(book, this.later, this.follow);
    way.tell();
    return way;
  }

  /** Every table that the disk has or this visit: what is on the screen may be ahead of what could be written. */
  private async pages(): Promise<Page[]> {
    const kept = (await this.books.all().catch(unlessKept)) ?? [];
    const here = await Promise.all(
      [...this.ways.values()].map((way) =>
        way.then(
          ({ book }) => (book.isAhead ? [book.whole] : []),
          () => [],
        ),
      ),
    );
    return [...new Map([...kept, ...here.flat()].map((page) => [page.code, page])).values()];
  }

  /** The disk is there again: every open table looks what it has, and what waits there from earlier visits is sent. */
  private async reread(): Promise<void> {
    await Promise.allSettled([...this.ways.values()].map(async (way) => (await way).book.reread()));
    await this.wake();
  }

  /** The first page of a table that has just been opened. */
  private async newPage(
    code: string,
    known: { remote: TableKey } | { key: string } | { alone: true },
    { setup, opened = toSeconds(now()), lines: pending }: Omit<Exported, 'format'>,
  ): Promise<Way> {
    await this.local.load(code, { format: FORMAT, setup, lines: [] }, []);
    // As the engine reads the set-up: names trimmed, options complete.
    const document = { ...(await this.local.exported({ code, token: '' })), opened };
    const page: Page = {
      ...nextTurn(blank({ code, token: '' })),
      code,
      remote: null,
      ...known,
      document,
      others: 0,
      pending,
      question: null,
    };
    const saved = await this.books.save(page).catch(unlessKept);
    // Nobody else has it: the browser is asked to spare it where it needs room. No plain page has that.
    if (!hasServer) void (navigator.storage as StorageManager | undefined)?.persist().catch(() => false);
    // Another tab may have been first.
    const way =
      saved === undefined
        ? this.wayOf(page, blank({ code, token: '' }))
        : this.wayOf(saved ? page : ((await this.books.load(code)) ?? page));
    this.ways.set(code, Promise.resolve(way));
    return way;
  }

  private get isReady(): boolean {
    return this.local.rules.status.kind === 'ready';
  }

  private async fact<T>(ask: (engine: Engine) => Promise<T>): Promise<T> {
    if (this.isReady) return ask(this.local);
    try {
      return await ask(this.server);
    } catch (error) {
      if (error instanceof NoAnswer && (await this.local.rules.ready())) return ask(this.local);
      throw error;
    }
  }
}

function soon(work: () => void, wait: number): () => void {
  const timer = setTimeout(work, wait);
  return () => clearTimeout(timer);
}

function ifSilent(error: unknown): null {
  if (error instanceof NoAnswer) return null;
  throw error;
}

function unlessKept(error: unknown): undefined {
  if (!(error instanceof NotKept)) throw error;
}
