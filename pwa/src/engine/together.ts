import { newToken } from './chance';
import { NoAnswer, Rejected } from './engine';
import type { Engine, Forecast, OpenedTable, Outcome, TableKey, Writing } from './engine';
import { originOf, seconds } from './local/beside';
import { Book } from './local/book';
import type { Confirming, Decision, Shown } from './local/book';
import type { Books, Page } from './local/books';
import { LOCAL, localCode, writingOf } from './local/local';
import type { Exported, LocalEngine, RawLine } from './local/local';
import type { Members } from './people';
import type { Follow, Following } from './stream';
import type { Catalogue, Editions, LogLine, Score, Setup, View } from './types';

const FORMAT = 1;
/** How long a new table waits for a server before the phone opens it by itself. */
const OPENING = 1500;
const FIRST_WAIT = 800;
const LONGEST_WAIT = 15_000;

/** What a screen may know of a table's way to the server. `lost`: the server knows neither the table nor this key. */
export interface Progress extends Shown {
  reach: 'online' | 'reconnecting' | 'offline' | 'lost';
  /** Who is at the table; null as long as nobody has said so. */
  members: Members | null;
}

type Watcher = (progress: Progress) => void;

/** Does something after so many milliseconds, unless the returned function is called before. */
export type Later = (work: () => void, wait: number) => () => void;

/** An engine that also looks after a table's way to the server. */
export interface TableEngine extends Engine {
  /** Tells how a table is doing, now and with every change, until the returned function is called. */
  watch(table: TableKey, watcher: Watcher): () => void;
  /** The group's answer to a table's question. */
  answer(code: string, decision: Decision): Promise<void>;
  /** The network is back, or the phone has woken: everything that waits is sent now. */
  wake(): Promise<void>;
  /** How many lines of a table the server lacks, as far as they are kept with the engine; known before the engine runs. */
  unsent(code: string): Promise<number>;
  /** All that this phone keeps of every table, what the server does not have yet included. */
  saved(): Promise<Exported[]>;
  /** Opens a table anew from what was saved; raises `Rejected` where a line of it cannot be. */
  restore(saved: Exported): Promise<OpenedTable>;
  /** The codes of the tables that this phone keeps and that come from the same one. */
  known(saved: Exported): Promise<string[]>;
  /**
   * Where the phone's engine cannot run (any more): gives what it had not sent to `keep`, and the key to the table on the
   * server; null where there is nothing of that kind.
   */
  handOver(table: TableKey, keep: (writings: Writing[], madeOn: number) => Promise<void>): Promise<TableKey | null>;
}

/**
 * The phone answers at once, the server confirms. Until the phone's engine is there, and where it cannot be, the server
 * answers; without a network the phone goes on alone and sends later, in order.
 */
export class Together implements TableEngine {
  private readonly openBooks = new Map<string, Promise<Book | null>>();
  private readonly reach = new Map<string, Progress['reach']>();
  private readonly watchers = new Map<string, Set<Watcher>>();
  private readonly watched = new Map<string, TableKey>();
  private readonly latest = new Map<string, Shown>();
  private readonly waits = new Map<string, number>();
  private readonly cancels = new Map<string, () => void>();
  private readonly members = new Map<string, Members>();
  private readonly streams = new Map<string, Following>();

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
      if (able) for (const table of this.watched.values()) this.book(table).catch(() => undefined);
    });
    books.onChange?.((code) => void this.openBooks.get(code)?.then((book) => book?.reread(), () => undefined));
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
      if (this.isReady) await this.newPage(opened.code, { remote: { code: opened.code, token: opened.token } }, { setup, lines: [] });
      return opened;
    }
    if (!(await this.local.rules.ready())) throw new NoAnswer('no server, and no engine on this phone');
    const code = localCode();
    const book = await this.newPage(code, { key }, { setup, lines: [] });
    void this.send(code);
    return { code, token: '', view: book.shown.view };
  }

  async view(table: TableKey): Promise<View> {
    const book = await this.book(table);
    if (!book) return this.server.view(table);
    void this.send(table.code, true);
    return book.shown.view;
  }

  async record(table: TableKey, baseRevision: number, writing: Writing): Promise<Outcome> {
    const book = await this.book(table);
    if (!book) return this.server.record(table, baseRevision, writing);
    const outcome = await book.record(writing, baseRevision);
    void this.send(table.code);
    return outcome;
  }

  async dryRun(table: TableKey, baseRevision: number, writing: Writing): Promise<Forecast> {
    const book = await this.book(table);
    return book ? book.dryRun(writing) : this.server.dryRun(table, baseRevision, writing);
  }

  async lines(table: TableKey, since: number): Promise<LogLine[]> {
    const book = await this.book(table);
    return book ? book.lines(since) : this.server.lines(table, since);
  }

  async score(table: TableKey): Promise<Score> {
    const book = await this.book(table);
    return book ? this.local.score(book.key) : this.server.score(table);
  }

  editions(): Promise<Editions> {
    return this.fact((engine) => engine.editions());
  }

  catalogue(): Promise<Catalogue> {
    return this.fact((engine) => engine.catalogue());
  }

  watch(table: TableKey, watcher: Watcher): () => void {
    const { code } = table;
    const all = this.watchers.get(code) ?? new Set();
    this.watchers.set(code, all.add(watcher));
    this.watched.set(code, table);
    const shown = this.latest.get(code);
    if (shown) watcher(this.progress(code, shown));
    this.listen(code, shown?.remote ?? (code.startsWith(LOCAL) ? null : table));
    return () => {
      all.delete(watcher);
      if (all.size > 0) return;
      this.watched.delete(code);
      this.streams.get(code)?.stop();
      this.streams.delete(code);
    };
  }

  async answer(code: string, decision: Decision): Promise<void> {
    const book = await this.openBooks.get(code);
    await book?.answer(decision);
    void this.send(code);
  }

  async unsent(code: string): Promise<number> {
    return (await this.books.load(code))?.pending.length ?? 0;
  }

  async saved(): Promise<Exported[]> {
    const pages = await this.books.all();
    return pages.map(({ document, pending }) => ({
      ...document, lines: [...document.lines, ...pending].map(({ sure: _, ...line }) => line),
    }));
  }

  async restore(saved: Exported): Promise<OpenedTable> {
    if (!(await this.local.rules.ready())) throw new NoAnswer('no engine on this phone');
    const view = await this.local.check(saved);
    const dated = saved.opened === undefined ? {} : { opened: saved.opened };
    const there = await this.server.imported(saved).catch(ifSilent);
    if (there) return { ...there, ...dated };
    // Without a network it is opened here, and sent line by line when there is one.
    const code = localCode();
    await this.newPage(code, { key: newToken() }, saved);
    void this.send(code);
    return { code, token: '', view, ...dated };
  }

  async known(saved: Exported): Promise<string[]> {
    const pages = await this.books.all();
    const same = pages.filter(({ document, pending }) => originOf({ ...document, lines: [...document.lines, ...pending] }) === originOf(saved));
    return same.map(({ code }) => code);
  }

  async handOver(table: TableKey, keep: (writings: Writing[], madeOn: number) => Promise<void>): Promise<TableKey | null> {
    const page = await this.books.load(table.code);
    if (!page || (await this.local.rules.ready())) return null;
    if (page.remote?.code === table.code && page.pending.length === 0) return null;
    const { code, token } = page.remote ?? (await this.server.openTable(page.document.setup, page.key, page.document.opened));
    const remote = { code, token };
    await keep(page.pending.map(writingOf), page.document.lines.length);
    await this.books.save({ ...page, turn: page.turn + 1, remote, pending: [], question: null });
    return remote;
  }

  async wake(): Promise<void> {
    for (const page of await this.books.all()) {
      if (page.pending.length > 0 || !page.remote) await this.book(page.remote ?? { code: page.code, token: '' }, page.code).catch(() => null);
    }
    for (const stream of this.streams.values()) stream.wake();
    await Promise.all([...this.openBooks.keys()].map((code) => {
      this.waits.delete(code);
      if (this.reach.get(code) === 'offline') this.reached(code, 'reconnecting');
      return this.send(code, true);
    }));
  }

  /** The table as the phone keeps it; null while only the server can answer. */
  private async book(table: TableKey, code = table.code): Promise<Book | null> {
    let found = this.openBooks.get(code);
    if (!found) {
      found = this.findBook(table, code);
      this.openBooks.set(code, found);
      found.then((book) => { if (!book) this.openBooks.delete(code); }, () => this.openBooks.delete(code));
    }
    const book = await found;
    return book?.differs ? null : book;
  }

  private async findBook(table: TableKey, code: string): Promise<Book | null> {
    const kept = await this.books.load(code);
    // What the phone keeps may be ahead of the server, so its engine is waited for; a table never seen here is not.
    if (!kept && !this.isReady) return null;
    if (!(await this.local.rules.ready())) return null;
    if (kept) return this.bookOf(kept);
    return this.keepNew({ turn: 1, code, remote: table, document: await this.server.exported(table), pending: [], question: null });
  }

  /** The first page of a table that has just been opened. */
  private async newPage(
    code: string, known: { remote: TableKey } | { key: string }, { setup, opened = seconds(), lines: pending }: Omit<Exported, 'format'>,
  ): Promise<Book> {
    await this.local.load(code, { format: FORMAT, setup, lines: [] }, []);
    // As the engine reads the set-up: names trimmed, options complete.
    const document = { ...(await this.local.exported({ code, token: '' })), opened };
    const book = await this.keepNew({ turn: 1, code, remote: null, ...known, document, pending, question: null });
    this.openBooks.set(code, Promise.resolve(book));
    return book;
  }

  /** Another tab may have been first. */
  private async keepNew(page: Page): Promise<Book> {
    return this.bookOf((await this.books.save(page)) ? page : ((await this.books.load(page.code)) ?? page));
  }

  private get isReady(): boolean {
    return this.local.rules.status.kind === 'ready';
  }

  private async bookOf(page: Page): Promise<Book> {
    const book = await Book.open(page, this.local, this.server, this.books, (shown) => this.changed(page.code, shown));
    this.changed(page.code, book.shown);
    return book;
  }

  /** Sends what waits; where there is no answer, tries again later by itself. */
  private async send(code: string, look = false): Promise<void> {
    const book = await this.openBooks.get(code)?.catch(() => null);
    if (!book) return;
    this.cancels.get(code)?.();
    try {
      await book.send();
      if (look) await book.look();
      this.waits.delete(code);
      this.reached(code, 'online');
    } catch (error) {
      if (error instanceof Rejected) return this.reached(code, 'lost');
      if (!(error instanceof NoAnswer)) throw error;
      this.reached(code, 'offline');
      const wait = this.waits.get(code) ?? FIRST_WAIT;
      this.waits.set(code, Math.min(wait * 2, LONGEST_WAIT));
      // Several may have waited for the same answer: one of them tries again.
      this.cancels.get(code)?.();
      this.cancels.set(code, this.later(() => void this.send(code, look), wait));
    }
  }

  /** Follows a table that is on the screen, once the server knows it. */
  private listen(code: string, remote: TableKey | null): void {
    if (!this.follow || !remote || !this.watched.has(code) || this.streams.has(code)) return;
    const opened = (): Promise<Book | null> => this.openBooks.get(code)?.catch(() => null) ?? Promise.resolve(null);
    let revision: number | null = null;
    void opened().then((book) => {
      revision = book?.revision ?? null;
      if (!this.follow || !this.watched.has(code) || this.streams.has(code)) return;
      this.streams.set(code, this.follow(remote, () => revision, {
        hello: (now) => {
          this.reached(code, 'online');
          void opened()
            .then((book) => (book ? this.send(code, revision === null || now < revision) : this.shownBy(code, remote)))
            .catch(() => undefined);
        },
        line: (at, line) => {
          revision = at;
          void opened()
            .then((book) => (book ? this.toldTo(book, code, at, line) : this.shownBy(code, remote)))
            .catch(() => this.send(code, true));
        },
        members: (members) => {
          this.members.set(code, members);
          this.tell(code);
        },
        removed: () => this.reached(code, 'lost'),
        broken: () => this.reached(code, 'offline'),
      }));
    });
  }

  /** Where the news answer what was asked, what waited behind it is sent. */
  private async toldTo(book: Book, code: string, at: number, line: RawLine): Promise<void> {
    await book.told(at, line);
    if (book.shown.pending > 0 && !book.shown.question) await this.send(code);
  }

  /** A table that only the server can show. */
  private async shownBy(code: string, remote: TableKey): Promise<void> {
    this.changed(code, { view: await this.server.view(remote), pending: 0, question: null, remote });
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

  private reached(code: string, reach: Progress['reach']): void {
    if (this.reach.get(code) === reach) return;
    this.reach.set(code, reach);
    this.tell(code);
  }

  private changed(code: string, shown: Shown): void {
    this.latest.set(code, shown);
    this.listen(code, shown.remote);
    this.tell(code);
  }

  private tell(code: string): void {
    const shown = this.latest.get(code);
    if (!shown) return;
    for (const watcher of this.watchers.get(code) ?? []) watcher(this.progress(code, shown));
  }

  private progress(code: string, shown: Shown): Progress {
    return { ...shown, reach: this.reach.get(code) ?? 'online', members: this.members.get(code) ?? null };
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
