import { NoAnswer, Rejected } from '../engine';
import type { Engine, Forecast, OpenedTable, Outcome, TableKey, Unanswered, Writing } from '../engine';
import { hasServer } from '../host';
import type { Members } from '../people';
import type { LogLine, Score, View } from '../types';
import { besides, signed } from './said-beside';
import type { Books } from './books';
import { plain, same } from './json';
import { KeptPage } from './kept-page';
import { rawLine, writingOf } from './local';
import type { Exported, LocalEngine, RawLine } from './local';
import { OwnAnswers } from './own';
import type { Found } from './own';
import { decided, has, isBehind, knownTo, onFetched, refusedQuestion } from './page';
import type { Decision, Logged, Page, Question } from './page';
import { baseOf, handed, meant, taken } from './servers';

/** The server as a table needs it: also its whole log, as it was entered. */
export interface Confirming extends Engine {
  exported(table: TableKey): Promise<Exported>;
  imported(document: Exported): Promise<OpenedTable>;
  members(table: TableKey): Promise<Members>;
}

/** What a screen may show of a table. */
export interface Shown {
  /** Null as long as nobody has answered. */
  view: View | null;
  /** How many own lines the server has not confirmed. */
  pending: number;
  /** Those of them that nobody has answered: the view is without them. */
  waiting: Writing[];
  /** Those of the own lines that neither the server has nor the disk: whoever tapped is told. */
  unkept: Writing[];
  question: Question | null;
  remote: TableKey | null;
}

/**
 * One table, and its one queue: own lines are kept on the page before anybody is asked, then sent one after the other.
 * What the disk does not take is said (`unkept`). Two may answer them: the phone's engine (`own.ts`) as soon as it can,
 * till then and where it cannot run the server (`servers.ts`). Everything that changes the page goes through `alone`
 * (`kept-page.ts`), one thing at a time; nothing waits for the network in there.
 */
export class Book {
  private own: OwnAnswers | null = null;
  /** The phone's engine cannot read this table, or has come to another view of it: the server is right, and answers. */
  private isServers = false;
  private view: View | null = null;
  /** Taps on their way to the page. */
  private entering: Writing[] = [];
  /** The revisions of the server's log on which it confirmed a line of this thumb. */
  private readonly confirmedOn = new Set<number>();
  private readonly leaf: KeptPage;
  private sending: Promise<void> | null = null;
  private settling: Promise<void> | null = null;

  constructor(
    page: Page,
    private readonly local: LocalEngine,
    private readonly server: Confirming,
    books: Books,
    private readonly changed: () => void,
    /** The page as the disk has it. */
    kept: Page = page,
  ) {
    this.leaf = new KeptPage(page, books, () => this.turned(), kept);
  }

  get shown(): Shown {
    const { pending, question, remote, alone } = this.page;
    const sends = hasServer && !alone;
    const kept = new Set(pending.map(({ entry_id }) => entry_id));
    const entering = this.entering.filter(({ id }) => !kept.has(id));
    const unanswered = pending.filter(({ entry_id, made_on }) =>
      this.own ? this.entering.some(({ id }) => id === entry_id) : made_on !== undefined,
    );
    const waiting = [...unanswered.map(writingOf), ...entering];
    return {
      view: this.view,
      pending: sends ? pending.length + entering.length : 0,
      waiting,
      unkept: alone ? [] : this.leaf.unkept.map(writingOf),
      question,
      remote,
    };
  }

  /** All that is known of the table here, whether the disk has it or not. */
  get whole(): Page {
    return this.page;
  }

  /** Whether something is still to be written. */
  get isAhead(): boolean {
    return this.leaf.isAhead;
  }

  /** Whether the server is to have something of it that it has not. */
  get lacks(): boolean {
    const { pending, remote } = this.shown;
    return hasServer && !this.page.alone && (pending > 0 || !remote);
  }

  /** A phone that has come to the table again has another key to it. */
  keyed({ code, token }: TableKey): void {
    const { remote } = this.page;
    if (token && remote?.code === code && remote.token !== token)
      this.leaf.now = { ...this.page, remote: { code, token } };
  }

  /** How long the server's log is, as far as this phone has it. */
  get revision(): number | null {
    return this.page.document?.lines.length ?? null;
  }

  /** Keeps what was entered on the revision `madeOn`, and lets the phone's engine answer where it is there. */
  async record(writing: Writing, madeOn: number): Promise<Outcome | Unanswered> {
    this.entering = [...this.entering, writing];
    this.changed();
    try {
      return await this.alone(() => this.enter(plain(rawLine(writing)), this.knownTo(madeOn)));
    } finally {
      this.entering = this.entering.filter((one) => one !== writing);
      this.changed();
    }
  }

  /** Whether the phone's engine answers. */
  get isOwn(): boolean {
    return this.own !== null;
  }

  /** What is known by now of a line that was kept. */
  answerTo(id: string): Outcome | Unanswered {
    const isOpen = this.page.pending.some(({ entry_id }) => entry_id === id);
    return isOpen || !this.view
      ? { kind: 'kept' }
      : { kind: 'recorded', view: this.view, ledger: this.view.last?.ledger ?? [] };
  }

  /** The log after a revision, with when each line was entered and at whose phone. */
  async lines(since: number): Promise<LogLine[]> {
    await this.settle();
    if (!this.own) return this.server.lines(this.remote, since);
    return signed(
      await this.local.lines(this.key, since),
      this.page.document?.lines ?? [],
      this.page.pending,
    );
  }

  async dryRun(writing: Writing, madeOn: number): Promise<Forecast> {
    await this.settle();
    return this.own
      ? this.local.dryRun(this.key, madeOn, writing)
      : this.server.dryRun(this.remote, madeOn, writing);
  }

  async score(): Promise<Score> {
    await this.settle();
    return this.own ? this.local.score(this.key) : this.server.score(this.remote);
  }

  /** The answer to the open question. What waited behind it follows, as far as it holds. */
  async answer(decision: Decision): Promise<void> {
    const { question } = this.page;
    if (!question) return;
    await this.alone(async () => {
      await this.begin();
      const pending = decided(this.page.pending, question, decision);
      if (this.own && this.page.document)
        return this.become(await this.own.onTop([], this.page.document, pending));
      await this.keep({ pending: meant(pending, this.view), question: null });
    });
  }

  /** Sends what is pending until all of it is confirmed or the group is asked; raises `NoAnswer` and `Rejected`. */
  send(): Promise<void> {
    if (!hasServer || this.page.alone) return Promise.resolve();
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  /** Looks whether others have entered something. */
  async look(): Promise<void> {
    await this.settle();
    if (!this.own) this.show(await this.server.view(this.remote));
    else if (this.page.remote) await this.catchUp(this.page.remote);
  }

  /** Who is at the table; null where no server knows it. */
  async meet(): Promise<Members | null> {
    const { remote } = this.page;
    return remote && this.server.members(remote);
  }

  /** How the table stands, as whoever answers says. */
  async see(): Promise<View> {
    await this.settle();
    if (this.own && this.view) return this.view;
    const view = await this.server.view(this.remote);
    this.show(view);
    return view;
  }

  /** Another tab has written to the page, or the disk is there again: what it has is shown here, and it gets what it lacks. */
  async reread(): Promise<void> {
    await this.alone(async () => {
      const found = await this.leaf.reread();
      if (found === null) this.changed();
      else if (found === 'same' && this.isAhead) await this.keep({});
    });
  }

  /** A line of the server's, as its stream tells it. What is known is left alone; a gap is fetched. */
  async told(revision: number, line: RawLine): Promise<void> {
    await this.settle();
    const gap = await this.alone(async () => {
      const { document, pending } = this.page;
      if (!this.own || !document) return true;
      const known = document.lines[revision - 1];
      // Whose phone an own line came from, only the server says.
      if (known?.entry_id === line.entry_id) Object.assign(known, besides([known], [line])[0]);
      if (revision <= document.lines.length) return known?.entry_id !== line.entry_id;
      if (revision > document.lines.length + 1) return true;
      await this.become(
        await this.own.onTop([line], { ...document, lines: [...document.lines, line] }, pending),
      );
      return false;
    });
    if (gap) await this.look();
  }

  /**
   * Who answers from here on. What the phone keeps of a table may be ahead of the server, so its engine is waited for; for
   * a table that it has never had, the server answers meanwhile. Raises `NoAnswer` where the log is still to be fetched.
   */
  settle(): Promise<void> {
    if (this.own || this.isServers || (!this.isReady && !this.page.document)) return Promise.resolve();
    this.settling ??= this.choose().finally(() => (this.settling = null));
    return this.settling;
  }

  private async choose(): Promise<void> {
    const able = await this.local.rules.ready();
    for (let settled = false; !settled;) {
      const { view: shown } = this;
      const lacks = able && (!this.page.document || isBehind(this.page as Logged));
      const fetched = lacks ? await this.server.exported(await this.opened()) : null;
      settled = await this.alone(async () => {
        // Lines may have been confirmed meanwhile, and the log be without them.
        if (fetched && this.view !== shown && fetched.lines.length < (this.view?.revision ?? 0)) return false;
        if (able) await this.begin(fetched);
        if (!this.own && (!able || this.isServers)) await this.keepIf(handed(this.page));
        return true;
      });
    }
  }

  private get isReady(): boolean {
    return this.local.rules.status.kind === 'ready';
  }

  private get page(): Page {
    return this.leaf.now;
  }

  private get key(): TableKey {
    return { code: this.page.code, token: '' };
  }

  private get remote(): TableKey {
    return this.page.remote ?? this.key;
  }

  /** A thumb knows what it has tapped before, also where the screen does not show it yet. */
  private knownTo(madeOn: number): number {
    let known = knownTo(this.page, madeOn);
    while (this.confirmedOn.has(known)) known += 1;
    return known;
  }

  private async enter(line: RawLine, madeOn: number): Promise<Outcome | Unanswered> {
    if (has(this.page, line.entry_id)) return this.asItIs();
    const {
      own,
      page: { document, pending, question },
    } = this;
    const overtaken = document !== null && madeOn < document.lines.length;
    const isHere = own !== null && question === null;
    await this.keep({ pending: [...pending, isHere && !overtaken ? line : { ...line, made_on: madeOn }] });
    if (!own) await this.begin();
    if (!isHere || !document) return this.asItIs();
    if (overtaken) {
      // Others' lines have come between the screen and the tap: it is held against them as what waited is.
      await this.become(await own.onTop([], document, this.page.pending));
      return this.asItIs();
    }
    const outcome = await own.enter(line);
    if (outcome.kind === 'recorded') this.show(outcome.view);
    else if (outcome.kind === 'refused') await this.keep({ question: refusedQuestion(line, outcome) });
    return outcome;
  }

  /** As the table stands now; what is asked is told to whoever watches. */
  private asItIs(): Outcome | Unanswered {
    return this.own && this.view && !this.page.question
      ? { kind: 'recorded', view: this.view, ledger: this.view.last?.ledger ?? [] }
      : { kind: 'kept' };
  }

  /** The phone's engine takes the table where it needs no network for it; what waited is held against the log. */
  private async begin(fetched: Exported | null = null): Promise<void> {
    if (this.own || this.isServers || !this.isReady) return;
    const { document } = this.page;
    if (!fetched && (!document || isBehind(this.page as Logged))) return;
    const page = fetched ? onFetched(this.page, fetched) : (this.page as Logged);
    const own = new OwnAnswers(this.page.code, this.local);
    let found: Found;
    try {
      found = await own.open(page);
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      this.isServers = true;
      return;
    }
    await this.keepIf(fetched ? { ...page, ...found.change } : found.change);
    this.own = own;
    this.show(found.view);
  }

  private async opened(): Promise<TableKey> {
    // Its page was lost; another tab that still had it may have kept it anew.
    if (!this.page.document && !this.page.remote) await this.reread();
    const { document, remote: known, key } = this.page;
    if (known) return known;
    if (!document) throw new Rejected(404, 'not_found', `nobody knows the set-up of table ${this.page.code}`);
    const { code, token } = await this.server.openTable(document.setup, key, document.opened);
    const remote = { code, token };
    await this.alone(async () => {
      if (!this.page.remote) await this.keep({ remote });
    });
    return this.page.remote ?? remote;
  }

  private async sendAll(): Promise<void> {
    await this.settle();
    const remote = await this.opened();
    for (let head = this.next(); head; head = this.next()) {
      const { own } = this;
      const base = own ? (this.revision ?? 0) : baseOf(this.page, head);
      const outcome = await this.server.record(remote, base, writingOf(head));
      // The phone's engine has taken the table meanwhile: the line goes again, and counts once.
      if (this.own !== own) continue;
      if (outcome.kind === 'refused') await this.refused(head, outcome);
      else if (outcome.kind === 'recorded' && (!own || outcome.view.revision === base + 1))
        await this.confirmed(head, base, outcome.view);
      else if (!own) await this.ask(head, base, remote);
      // The stream may have told meanwhile what the server means.
      else if (this.revision === base && !(await this.catchUp(remote)))
        throw new NoAnswer('the server contradicts itself');
    }
  }

  /** The own line that is sent next; none while the group is asked about it, or about what others entered before it. */
  private next(): RawLine | null {
    const {
      pending: [head],
      question,
    } = this.page;
    if (!head || (question && (head.entry_id === question.line.entry_id || head.made_on !== undefined)))
      return null;
    return head;
  }

  private confirmed(head: RawLine, base: number, seen: View): Promise<void> {
    return this.alone(async () => {
      // Others' lines may have been fetched while the answer was on its way, and this one among them.
      if (this.page.pending[0]?.entry_id !== head.entry_id) return;
      this.confirmedOn.add(base);
      if (!this.own || !this.page.document || !this.view) {
        await this.keep(taken(this.page, base, seen));
        return this.show(seen);
      }
      await this.become(await this.own.confirmed(this.page as Logged, this.view));
      if (this.page.pending.length > 0 || same(seen, this.view)) return;
      [this.isServers, this.own] = [true, null];
      this.show(seen);
    });
  }

  private refused(head: RawLine, outcome: Outcome & { kind: 'refused' }): Promise<void> {
    return this.alone(async () => {
      if (this.page.pending[0]?.entry_id !== head.entry_id) return;
      if (this.own) await this.become(await this.own.refused(head, outcome));
      else await this.keep({ question: refusedQuestion(head, outcome) });
    });
  }

  /** Others were first, and the server cannot say what the line means by now: the phone's engine can, else the group. */
  private async ask(head: RawLine, base: number, remote: TableKey): Promise<void> {
    await this.settle();
    if (this.own) return;
    this.show(await this.server.view(remote));
    const meanwhile = await this.server.lines(remote, base).catch(() => []);
    await this.alone(async () => {
      if (this.own || this.page.pending[0]?.entry_id !== head.entry_id) return;
      await this.keep({ question: { line: head, why: 'stale', problem: null, meanwhile } });
    });
  }

  /** Fetches the server's log and puts the own lines on top. */
  private async catchUp(remote: TableKey): Promise<boolean> {
    const asked = this.revision ?? 0;
    const document = await this.server.exported(remote);
    return this.alone(async () => {
      const found = (await this.own?.caughtUp(this.page as Logged, document, asked)) ?? null;
      if (found) await this.become(found);
      return found !== null;
    });
  }

  private async become({ change, view }: Found): Promise<void> {
    await this.keep(change, view);
  }

  private async keepIf(change: Partial<Page> | null): Promise<void> {
    if (change && Object.keys(change).length > 0) await this.keep(change);
  }

  private async keep(change: Partial<Page>, view: View | null = null): Promise<void> {
    // Meanwhile somebody else may have shown a newer one.
    await this.leaf.write(change, () => this.show(view ?? this.view));
  }

  private show(view: View | null): void {
    this.view = view;
    this.changed();
  }

  private alone<T>(work: () => Promise<T>): Promise<T> {
    return this.leaf.alone(work);
  }

  /** Another tab has written to the page. */
  private async turned(): Promise<void> {
    if (!this.own) {
      if (this.isAhead) await this.keep({});
      return this.changed();
    }
    const { change, view } = await this.own.open(this.page as Logged);
    if (this.isAhead) await this.keep(change, view);
    else await this.keepIf(change);
    this.show(view);
  }
}
