import type { Engine, Forecast, OpenedTable, Outcome, TableKey, Writing } from '../engine';
import { newId } from '../chance';
import { NoAnswer } from '../engine';
import type { LogLine, RefusalInfo, View } from '../types';
import type { Books, Page, Question } from './books';
import { besides, signed } from './beside';
import { rawLine, writingOf } from './local';
import type { Exported, LocalEngine, RawLine, Rebased } from './local';
import type { Problem } from './rules';

/** The server as a table needs it: also its whole log, as it was entered. */
export interface Confirming extends Engine {
  exported(table: TableKey): Promise<Exported>;
  imported(document: Exported): Promise<OpenedTable>;
}

/** What a screen may show of a table beside its view. */
export interface Shown {
  view: View;
  /** How many own lines the server has not confirmed. */
  pending: number;
  question: Question | null;
  remote: TableKey | null;
}

/** What the group answers: leave the line out, or enter it as it stands. */
export type Decision = 'drop' | 'enter';

/**
 * One table: the phone's engine shows what the server has confirmed with the own lines on top, and the own lines are
 * sent one after the other. Everything that changes the page goes through `alone`, one thing at a time; nothing waits
 * for the network in there.
 */
export class Book {
  /** The phone's engine and the server have come to different views: the server is right, and answers from now on. */
  differs = false;

  private line: Promise<unknown> = Promise.resolve();
  private sending: Promise<void> | null = null;

  private constructor(
    private page: Page,
    private view: View,
    private readonly local: LocalEngine,
    private readonly server: Confirming,
    private readonly books: Books,
    private readonly changed: (shown: Shown) => void,
  ) {}

  /** Opens a page that is kept; raises what the engine has against it. */
  static async open(
    page: Page, local: LocalEngine, server: Confirming, books: Books, changed: (shown: Shown) => void,
  ): Promise<Book> {
    const loaded = await load(page, local);
    const book = new Book(page, loaded.view, local, server, books, changed);
    if (loaded.stopped) await book.alone(() => book.rebased(loaded, page.document, page.pending));
    return book;
  }

  get shown(): Shown {
    return { view: this.view, pending: this.page.pending.length, question: this.page.question, remote: this.page.remote };
  }

  get key(): TableKey {
    return { code: this.page.code, token: '' };
  }

  /** The phone's own answer, at once, to what was entered on the revision `madeOn`. The line is kept before anybody sees it. */
  record(writing: Writing, madeOn: number): Promise<Outcome> {
    return this.alone(async () => {
      const { document, pending } = this.page;
      if ([...document.lines, ...pending].some(({ entry_id }) => entry_id === writing.id)) return this.asItIs();
      if (this.page.question) return { kind: 'stale', revision: this.view.revision };
      if (madeOn < document.lines.length) {
        // Others' lines have come between the screen and the tap: it is held against them as what waited is.
        await this.onTop([], document, [...pending, { ...rawLine(writing), made_on: madeOn }]);
        return this.asItIs();
      }
      const outcome = await this.local.record(this.key, this.view.revision, writing);
      if (outcome.kind === 'recorded') {
        await this.keep({ pending: [...pending, rawLine(writing)] }, outcome.view);
      }
      return outcome;
    });
  }

  /** As the table stands now; what is asked is told to whoever watches. */
  private asItIs(): Outcome {
    return { kind: 'recorded', view: this.view, ledger: this.view.last?.ledger ?? [] };
  }

  /** The log after a revision, with when each line was entered and at whose phone. */
  async lines(since: number): Promise<LogLine[]> {
    const lines = await this.local.lines(this.key, since);
    return signed(lines, this.page.document.lines, this.page.pending);
  }

  dryRun(writing: Writing): Promise<Forecast> {
    return this.local.dryRun(this.key, this.view.revision, writing);
  }

  /** The answer to the open question. What waited behind it follows, as far as it holds. */
  async answer(decision: Decision): Promise<void> {
    await this.alone(async () => {
      const { question, pending } = this.page;
      if (!question) return;
      const lines = pending.flatMap((line): RawLine[] => {
        if (line.entry_id !== question.line.entry_id) return [line];
        if (decision === 'drop') return [];
        if (question.why !== 'refused') return [{ ...line, sure: true }];
        // A new id: the refused one is answered for good.
        return [{ ...line, entry_id: newId(), override: true, sure: true }];
      });
      await this.onTop([], this.page.document, lines);
    });
  }

  /** Sends what is pending until all of it is confirmed or the group is asked; raises `NoAnswer` and `Rejected`. */
  send(): Promise<void> {
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  /** Looks whether others have entered something. */
  async look(): Promise<void> {
    const { remote } = this.page;
    if (remote) await this.catchUp(remote);
  }

  /** Another tab has written to the page: what it wrote is shown here too. */
  async reread(): Promise<void> {
    await this.alone(async () => {
      const page = await this.books.load(this.page.code);
      if (page && page.turn > this.page.turn) await this.turnTo(page);
    });
  }

  /** A line of the server's, as its stream tells it. What is known is left alone; a gap is fetched. */
  async told(revision: number, line: RawLine): Promise<void> {
    const gap = await this.alone(async () => {
      const { document, pending } = this.page;
      const known = document.lines[revision - 1];
      // Whose phone an own line came from, only the server says.
      if (known?.entry_id === line.entry_id) Object.assign(known, besides([known], [line])[0]);
      if (revision <= document.lines.length) return known?.entry_id !== line.entry_id;
      if (revision > document.lines.length + 1) return true;
      await this.onTop([line], { ...document, lines: [...document.lines, line] }, pending);
      return false;
    });
    if (gap) await this.look();
  }

  /** How long the server's log is, as far as this phone knows. */
  get revision(): number {
    return this.page.document.lines.length;
  }

  private async opened(remote: TableKey): Promise<void> {
    await this.alone(async () => {
      if (!this.page.remote) await this.keep({ remote: { code: remote.code, token: remote.token } }, this.view);
    });
  }

  private async sendAll(): Promise<void> {
    if (!this.page.remote) {
      await this.opened(await this.server.openTable(this.page.document.setup, this.page.key, this.page.document.opened));
    }
    const { remote } = this.page;
    while (remote && this.page.pending[0] && !this.page.question) {
      const head = this.page.pending[0];
      const { length } = this.page.document.lines;
      const outcome = await this.server.record(remote, length, writingOf(head));
      if (outcome.kind === 'refused') await this.refusedByServer(head, outcome);
      else if (outcome.kind === 'recorded' && outcome.view.revision === length + 1) await this.confirmed(head, outcome.view);
      // The stream may have told meanwhile what the server means.
      else if (this.page.document.lines.length === length && !(await this.catchUp(remote))) throw new NoAnswer('the server contradicts itself');
    }
  }

  private confirmed(head: RawLine, seen: View): Promise<void> {
    return this.alone(async () => {
      // Others' lines may have been fetched while the answer was on its way, and this one among them.
      if (this.page.pending[0]?.entry_id !== head.entry_id) return;
      await this.local.confirm(this.page.code, 1);
      const { sure: _, ...line } = head;
      const { document, pending } = this.page;
      await this.keep({ document: { ...document, lines: [...document.lines, line] }, pending: pending.slice(1) }, this.view);
      if (this.page.pending.length === 0 && !same(seen, this.view)) {
        this.differs = true;
        await this.keep({}, seen);
      }
    });
  }

  /** The phone's engine let it pass and the server does not: rolled back, and the group is asked. */
  private refusedByServer(head: RawLine, outcome: { refusal: RefusalInfo | null; detail: string }): Promise<void> {
    return this.alone(async () => {
      if (this.page.pending[0]?.entry_id !== head.entry_id) return;
      const { view } = await this.local.rebase(this.page.code, [], []);
      const problem: Problem = outcome.refusal ?? { code: 'malformed', field: 'entry', allowed: outcome.detail };
      await this.keep({ question: { line: head, why: 'refused', problem, meanwhile: [] } }, view);
    });
  }

  /** Fetches the server's log and puts the own lines on top. */
  private async catchUp(remote: TableKey): Promise<boolean> {
    const document = await this.server.exported(remote);
    return this.alone(async () => {
      const { code, document: had, pending } = this.page;
      const common = commonLength(had.lines, document.lines);
      if (common === had.lines.length && document.lines.length === common) return false;
      // A server that was set back to an older copy lacks lines that it had confirmed: they are sent again.
      const again = had.lines.slice(common);
      const own = [...again, ...pending.filter(({ entry_id }) => again.every((line) => line.entry_id !== entry_id))];
      if (again.length > 0) await this.rebased(await this.local.load(code, document, own), document, own);
      else await this.onTop(document.lines.slice(common), document, own);
      return true;
    });
  }

  /** Puts `own` on what others entered, the lines `missing` last. What is asked is found again where it still stands. */
  private async onTop(missing: RawLine[], document: Exported, own: RawLine[]): Promise<void> {
    await this.rebased(await this.local.rebase(this.page.code, missing, own), document, own);
  }

  /** Keeps what came of putting `own` on top: those that hold, then those that wait, then what was not tried. */
  private async rebased(found: Rebased, document: Exported, own: RawLine[]): Promise<void> {
    const sure = new Set(own.filter((line) => line.sure).map(({ entry_id }) => entry_id));
    const held = besides(found.pending, own).map((line) => (sure.has(line.entry_id) ? { ...line, sure: true } : line));
    const tried = new Set([...[...held, ...found.waiting, ...document.lines].map(({ entry_id }) => entry_id), ...found.already]);
    const [first] = found.waiting;
    const question = found.stopped && first ? { ...found.stopped, line: first } : null;
    const pending = [...held, ...found.waiting, ...own.filter(({ entry_id }) => !tried.has(entry_id))];
    await this.keep({ document, pending, question }, found.view);
  }

  private async keep(change: Partial<Page>, view: View): Promise<void> {
    const next = { ...this.page, ...change, turn: this.page.turn + 1 };
    if (!(await this.books.save(next))) throw new Overtaken();
    this.page = next;
    this.show(view);
  }

  private show(view: View): void {
    this.view = view;
    this.changed(this.shown);
  }

  private alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(() => this.attempt(work));
    this.line = done.catch(() => undefined);
    return done;
  }

  /** Another tab may write to the same page: what it wrote is read, and the work done again on top. */
  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
        const page = await this.books.load(this.page.code);
        if (!page) throw new Error(`the page of table ${this.page.code} is gone`);
        await this.turnTo(page);
      }
    }
  }

  private async turnTo(page: Page): Promise<void> {
    this.page = page;
    this.show((await load(page, this.local)).view);
  }
}

class Overtaken extends Error {}

/** Puts a page into the phone's engine. What the group is asked about waits: trying again would only find the same. */
function load(page: Page, local: LocalEngine): Promise<Rebased> {
  const asked = page.pending.findIndex(({ entry_id }) => entry_id === page.question?.line.entry_id);
  return local.load(page.code, page.document, asked < 0 ? page.pending : page.pending.slice(0, asked));
}

function commonLength(one: RawLine[], other: RawLine[]): number {
  const differing = one.findIndex((line, place) => line.entry_id !== other[place]?.entry_id);
  return differing < 0 ? one.length : differing;
}

/** Equal as JSON, whatever the order of the keys. */
function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
}

function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
