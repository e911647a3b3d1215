import type { TableKey, Writing } from '../../src/engine/engine';
import type { Book } from '../../src/engine/local/book';
import { StoredBooks } from '../../src/engine/local/books';
import { NotKept } from '../../src/engine/local/disk';
import { has } from '../../src/engine/local/page';
import type { Logged as Kept, Page as Paper } from '../../src/engine/local/page';
import type { Together } from '../../src/engine/two-engines';
import type { LogLine, Setup, View } from '../../src/engine/types';
import type { Chance } from './chance';
import type { Clock } from './clock';
import { Network } from './network';
import type { Figures } from './network';
import { Page } from './page';
import type { Presence } from './page';
import type { Desk, Harbor } from './processes';
import { Storage } from './storage';

let phones = 0;
/** How often the phone's engine is not there at once on a visit, and how often it does not come at all then. */
const WITHOUT = 0.4;
const NEVER = 0.5;

/** A phone with its database, its network and whoever taps on it. */
export class Phone {
  readonly network: Network;
  /** The ids of the entries that the screen has shown as entered, in the order of the taps. */
  accepted: string[] = [];
  /** Those of them that were gone with the page, as the screen had said. */
  readonly said = new Set<string>();
  /** Taps that may count or not after the disk has failed: the app crashed under them, or they were left out on their way. */
  readonly doubtful: string[] = [];
  readonly storage: Storage;
  /** What the server calls the table. */
  remote: TableKey | null = null;
  table: TableKey | null = null;
  /** On which visit each was made. */
  readonly visits = new Map<string, number>();
  private visit = 0;
  private readonly number = (phones += 1);
  private readonly books: StoredBooks;
  private page: Page;
  private hasCompany = false;
  private unsure: string | null = null;
  private last = 0;
  /** What was last on the screen; the phone remembers it. */
  private screen: View | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly desk: Desk,
    private readonly harbor: Harbor,
    private readonly figures: Figures,
  ) {
    this.network = new Network(clock, chance, harbor, figures);
    this.storage = new Storage(`phone-${this.number}`, chance, figures);
    this.books = new StoredBooks(`phone-${this.number}`);
    this.page = this.newPage('here');
  }

  /** Opens a table, again and again where the app crashes over it. */
  async openTable(setup: Setup): Promise<TableKey> {
    while (!this.table) {
      await this.awake();
      this.page.together.openTable(setup).then(
        ({ code, token }) => (this.table = { code, token }),
        () => undefined,
      );
      await this.clock.pass(15_000);
    }
    this.look(this.page);
    return this.table;
  }

  async join(table: TableKey): Promise<void> {
    this.table = table;
    this.company();
    this.look(this.page);
    await this.view();
  }

  /** Others come to the table. */
  company(): void {
    this.hasCompany = true;
  }

  /** What the app knows of the table: where nothing could be written, that is more than the database holds. */
  async kept(): Promise<Kept> {
    const page = await this.found();
    if (!page?.document) throw new Error('the table is gone from the phone');
    return { ...page, document: page.document };
  }

  /** Whether the app knows the table: not where it was opened while nothing can be read, and not where all of it is gone. */
  async knows(): Promise<boolean> {
    return Boolean((await this.found())?.document);
  }

  private async found(): Promise<Paper | undefined> {
    const book = await this.book();
    const page = book?.isAhead ? book.whole : await this.onDisk();
    this.remote = page?.remote ?? this.remote;
    // Some have got there all the same.
    for (const id of this.said)
      if (page && has(page, id) && !book?.shown.unkept.some((one) => one.id === id)) this.said.delete(id);
    return page;
  }

  private async onDisk(): Promise<Paper | undefined> {
    return this.books.load(this.key.code).catch((error: unknown) => {
      if (!(error instanceof NotKept)) throw error;
      return undefined;
    });
  }

  private async book() {
    let found: Book | null = null;
    this.page.together['ways'].get(this.key.code)?.then(
      ({ book }) => (found = book),
      () => undefined,
    );
    await this.clock.settle();
    return found as Book | null;
  }

  /** The page goes: what only it has was called not kept. */
  private async leave(): Promise<void> {
    if (!this.table) return;
    for (const { id } of (await this.book())?.shown.unkept ?? []) {
      if (!this.said.has(id)) this.figures.said += 1;
      this.said.add(id);
    }
  }

  view(): Promise<View> {
    return this.asked((together, key) => together.view(key));
  }

  /** What somebody who looks at the phone sees: old, where it has neither an engine nor a network, nor all of the log. */
  async shown(): Promise<View> {
    const answers = this.page.answers && (!this.storage.hasFailed || (await this.book())?.isOwn);
    return answers || !this.screen ? this.view() : this.screen;
  }

  /** The whole log with its ledger. */
  lines(): Promise<LogLine[]> {
    return this.asked((together, key) => together.lines(key, 0));
  }

  nextId(): string {
    return `p${this.number}-${(this.last += 1)}`;
  }

  /**
   * One tap on what the phone keeps and shows. Nothing is waited for but the phone itself: an answer that needs the
   * network is a bug, and so is a tap that is not kept at once where nobody can answer it.
   */
  async tap(
    writing: Writing,
    { document, pending }: Kept,
  ): Promise<'recorded' | 'refused' | 'kept' | 'crashed'> {
    const { page } = this;
    const { answers } = page;
    let told: string | null = null;
    const madeOn = answers || !this.screen ? document.lines.length + pending.length : this.screen.revision;
    page.together.record(this.key, madeOn, writing).then(
      ({ kind }) => (told = kind),
      (error: Error) => (told = error.message),
    );
    this.unsure = writing.id;
    await this.clock.settle();
    // Where the disk has kept less than the screen has shown, the log is fetched before the phone answers again.
    const isFetched = this.storage.hasFailed && !(await this.book())?.isOwn;
    const answer = (told as string | null) ?? ((answers && !isFetched) || page.isGone ? null : 'kept');
    if (answer === null && !page.isGone) throw new Error('a tap waited for the network');
    if (answer === null || page.isGone) return 'crashed';
    this.unsure = null;
    if (answer !== 'recorded' && answer !== 'refused' && answer !== 'kept')
      throw new Error(`a tap failed: ${answer}`);
    if (answer === 'kept' && !has(await this.kept(), writing.id))
      throw new Error('a tap is not on the phone');
    this.accept(writing.id);
    return answer;
  }

  /** The group's answer to the open question, and what becomes of the entry that it was about. */
  async answer({ question, document, pending }: Kept): Promise<void> {
    if (!question) return;
    this.figures.questions += 1;
    const asked = question.line.entry_id;
    const known = new Set([...document.lines, ...pending].map(({ entry_id }) => entry_id));
    // Who sits alone has entered again what was gone.
    const decision = !this.hasCompany || this.chance.hits(0.5) ? 'drop' : 'enter';
    this.page.together.answer(this.key.code, decision).catch(() => undefined);
    await this.clock.settle();
    const after = await this.kept();
    const waiting = after.pending.map(({ entry_id }) => entry_id);
    if (waiting.includes(asked) || after.document.lines.some(({ entry_id }) => entry_id === asked)) return;
    const renamed = decision === 'enter' ? waiting.find((id) => !known.has(id)) : undefined;
    // It may have been on its way: the disk had brought back what was entered anew by then.
    if (this.storage.hasFailed) this.doubtful.push(asked);
    if (renamed) this.visits.set(renamed, this.visits.get(asked) ?? this.visit);
    this.accepted = this.accepted.flatMap((id) => (id !== asked ? [id] : renamed ? [renamed] : []));
  }

  /** The app is closed, or forgotten in another tab where it goes on, and opened again. */
  async reload(): Promise<void> {
    this.figures.reloads += 1;
    await this.leave();
    if (!this.chance.hits(0.15)) this.page.close();
    this.open();
  }

  private accept(id: string): void {
    this.accepted.push(id);
    this.visits.set(id, this.visit);
  }

  crashAfter(steps: number): void {
    this.page.fuse = steps;
  }

  /** Whether the app crashes at one of its next steps. */
  get isCrashing(): boolean {
    return this.page.fuse < Infinity;
  }

  /** The network is back, or somebody looks at the phone. */
  async wake(): Promise<void> {
    await this.awake();
    void this.page.together.wake();
    await this.clock.settle();
  }

  /** Opens the app again where it has crashed: what it shows then is what counts as entered. */
  async awake(): Promise<void> {
    if (!this.page.isGone) return;
    this.figures.crashes += 1;
    await this.leave();
    this.open();
    await this.clock.settle();
    const { unsure } = this;
    if (!unsure || !this.table) return;
    this.unsure = null;
    const page = await this.found();
    if (page && has(page, unsure)) this.accept(unsure);
    // What the server may have heard of, and the disk has lost or does not give.
    else if (this.storage.hasFailed) this.doubtful.push(unsure);
  }

  /** Asks again where a crash or the network (at a table that is new here) comes in between. */
  private async asked<T>(ask: (together: Together, key: TableKey) => Promise<T>): Promise<T> {
    const found: T[] = [];
    for (let tries = 0; tries < 40; tries += 1) {
      await this.awake();
      ask(this.page.together, this.key).then(
        (answer) => found.push(answer),
        () => undefined,
      );
      await this.clock.settle();
      if (found[0] !== undefined) return found[0];
      await this.clock.pass(1_000);
    }
    throw new Error('no answer');
  }

  /** The last visit of the evening has the engine. */
  async withEngine(): Promise<void> {
    if (this.page.answers) return;
    await this.leave();
    this.page.close();
    this.open('here');
    await this.clock.settle();
  }

  private open(engine = this.presence()): void {
    if (engine !== 'here') this.figures.withoutEngine += 1;
    this.page = this.newPage(engine);
    void this.page.together.wake();
  }

  private presence(): Presence {
    if (!this.table || !this.chance.hits(WITHOUT)) return 'here';
    return this.chance.hits(NEVER) ? 'never' : this.chance.between(500, 40_000);
  }

  /** The table is on the screen. */
  private look(page: Page): void {
    page.together.watch(this.key, ({ view }) => {
      this.screen = view ?? this.screen;
    });
  }

  private newPage(engine: Presence): Page {
    this.visit += 1;
    const page = new Page(this.clock, this.desk, this.harbor, this.network, this.books, this.chance, engine);
    if (this.table) this.look(page);
    return page;
  }

  private get key(): TableKey {
    if (!this.table) throw new Error('no table yet');
    return this.table;
  }
}
