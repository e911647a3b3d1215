import { engine, mayEnter, newId, NoAnswer, people, Rejected, seconds } from '../engine';
import type { Card, Correction, Decision, Entry, LogLine, Members, Outcome, Progress, RefusalInfo, TableKey, View, Writing } from '../engine';
import { doubtStep } from './doubt';
import { dropWaiting, knownTable, putWaiting, rememberTable, waitingFor } from './database';
import type { Waiting } from './database';
import { kept } from './repairing';

export type Connection = 'saved' | 'saving' | 'offline' | 'reconnecting' | 'needs-you' | 'lost' | 'full';

/** An entry that cannot simply go through: the group decides, nothing is dropped without a word. */
export interface Question {
  id: string;
  /** What was entered; null for a correction. */
  entry: Entry | null;
  /** `refused` by the rules, `stale`: others were first, `twice`: others drew that very card. */
  why: 'refused' | 'stale' | 'twice';
  refusal: RefusalInfo | null;
  detail: string;
  /** What others entered since. */
  meanwhile: LogLine[];
}

const FIRST_WAIT = 800;
const LONGEST_WAIT = 15_000;

/**
 * One open table: what is known of it, and what is still on its way.
 * Every entry gets its id here and is kept on the phone before anybody is asked; it leaves this outbox only when the
 * engine has answered. The engine keeps it from there on until the server has it.
 */
export class TableStore {
  view = $state.raw<View | null>(null);
  /** The harbor as it was before the last entry. */
  before = $state.raw<Card[]>([]);
  waiting = $state.raw<Waiting[]>([]);
  /** What the last change took back, where this phone knows it; null once anything else has happened. */
  undone = $state.raw<Entry | 'correction' | null>(null);
  /** The token is unknown or the table is gone: nothing more can be written from here. */
  lost = $state(false);
  /** The phone has no room for another entry. */
  full = $state(false);
  question = $state.raw<Question | null>(null);
  /** What the server calls the table; null while it has not heard of it. */
  remote = $state.raw<TableKey | null>(null);
  /** Who is at the table; null where the server has not said so. */
  members = $state.raw<Members | null>(null);
  private pending = $state(0);
  /** Whether it is known what waits; before that nothing is called saved. */
  private counted = $state(false);
  /** No answer came to the outbox, or to what the engine sent on. */
  private silent = $state(false);
  private unreached = $state(false);
  /** The network or the phone has come back, and nobody has answered yet. */
  private trying = $state(false);

  /** Whether this phone's place at the table lets it enter. */
  readonly enters = $derived(this.members === null || mayEnter(this.members));

  /** Who waits for the keeper's answer: somebody who knocks, or who claims the keeper's place. */
  readonly knock = $derived(
    this.members?.asking?.[0] ?? (this.members?.role === 'keeper' ? this.members.members.find(({ claims }) => claims !== undefined) : undefined),
  );
  /** Another phone that asks whether a card that it drew is one that was entered already. */
  readonly doubting = $derived(
    this.enters ? this.members?.members.find(({ member, doubt }) => member !== this.members?.you && doubt && doubt.same_card === undefined) : undefined,
  );

  readonly offline = $derived(this.silent || this.unreached);

  /** How many entries the server does not have yet. */
  readonly unsent = $derived(this.waiting.length + this.pending);

  readonly connection: Connection = $derived.by(() => {
    if (this.full) return 'full';
    if (this.lost) return 'lost';
    if (this.question) return 'needs-you';
    if (this.offline) return this.trying ? 'reconnecting' : 'offline';
    return this.unsent > 0 || !this.counted ? 'saving' : 'saved';
  });

  /** What the engine knows the table by. */
  key: TableKey | null = null;
  private known: TableKey | null = null;
  /** Whether the question is the engine's, or came with the answer to the outbox. */
  private asks: 'engine' | 'outbox' = 'outbox';
  private sending = false;
  private telling = false;
  private claiming: ReturnType<typeof setTimeout> | undefined;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private unwatch = (): void => undefined;

  /** False when this phone has never heard of the table. */
  async open(code: string): Promise<boolean> {
    // All of it before the table is shown: how much waits is known as soon as the table is.
    const [known, waiting, pending] = await Promise.all([knownTable(code), waitingFor(code), engine().unsent(code)]);
    if (!known) return false;
    this.waiting = waiting;
    this.pending = pending;
    this.counted = true;
    // The first answer will say; what waits is not on its way while there is no network.
    this.silent = pending + waiting.length > 0 && !navigator.onLine;
    this.known = this.key = { code, token: known.token };
    if (known.token) this.remote = this.key;
    this.view = known.view;
    this.before = known.before ?? [];
    this.members = known.members ?? null;
    if (this.closed) return true;
    window.addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.unwatch = engine().watch(this.key, (progress) => this.follow(progress));
    void this.takeOver(this.key).catch(() => undefined);
    this.wake();
    return true;
  }

  close(): void {
    this.closed = true;
    this.unwatch();
    clearTimeout(this.timer);
    clearTimeout(this.claiming);
    window.removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
  }

  record(entry: Entry, override = false): Promise<void> {
    return this.post({ id: newId(), entry, ...(override ? { override } : {}) });
  }

  correct(correction: Correction): Promise<void> {
    return this.post({ id: newId(), correction: kept(correction) });
  }

  undo(): Promise<void> {
    return this.correct({ type: 'undo', count: 1 });
  }

  redo(): Promise<void> {
    return this.correct({ type: 'redo', count: 1 });
  }

  /** What an entry would bring about; null when nobody can say at the moment. */
  async ask(entry: Entry, override = false) {
    if (!this.key || !this.view) return null;
    const writing: Writing = { id: newId(), entry, ...(override ? { override } : {}) };
    try {
      return await engine().dryRun(this.key, this.view.revision, writing);
    } catch {
      return null;
    }
  }

  /** The answer to the open question: leave the entry out, or enter it as it stands. */
  async answer(decision: Decision): Promise<void> {
    const asked = this.question;
    if (!asked || !this.key) return;
    this.question = null;
    const head = this.waiting[0];
    if (this.asks === 'engine') {
      await engine().answer(this.key.code, decision);
    } else if (head && decision === 'drop') {
      await this.settle(head);
    } else if (head && this.view) {
      // A new id: the refused one is answered for good.
      const writing = asked.why === 'refused' && 'entry' in head.writing ? { id: newId(), entry: head.writing.entry, override: true } : head.writing;
      await this.replace({ ...head, writing, made_on: this.view.revision });
    }
    void this.send();
  }

  /** What the engine tells of the table, whoever changed it. */
  private follow({ view, pending, question, remote, reach, members }: Progress): void {
    if (this.closed) return;
    if (members) this.meet(members);
    this.pending = pending;
    this.remote = remote;
    this.unreached = reach === 'offline' || reach === 'reconnecting';
    this.trying = reach === 'reconnecting';
    this.lost = reach === 'lost';
    if (question) {
      const { line, why, problem, meanwhile } = question;
      this.asks = 'engine';
      this.question = {
        id: line.entry_id, entry: line.entry ?? null, why, meanwhile,
        refusal: problem && 'rule' in problem ? problem : null, detail: problem && 'allowed' in problem ? problem.allowed : '',
      };
    } else if (this.asks === 'engine' && this.question) {
      this.question = null;
      // News have answered it: what was entered while it was open goes on.
      void this.send();
    }
    this.show(view);
    void this.askTheTable();
    this.waitForKeeper();
  }

  /** Once the keeper's time to say no is over, this phone is the keeper. */
  private waitForKeeper(): void {
    const claims = this.members?.members.find(({ member }) => member === this.members?.you)?.claims;
    if (claims === undefined) {
      clearTimeout(this.claiming);
      this.claiming = undefined;
    } else {
      this.claiming ??= setTimeout(() => {
        this.claiming = undefined;
        if (this.remote && !this.closed) people().claim(this.remote).then((members) => this.meet(members)).catch(() => undefined).finally(() => this.waitForKeeper());
      }, Math.max(1, claims) * 1000);
    }
  }

  /** What is asked here is asked on every phone that may answer it, and the first answer counts. */
  private async askTheTable(): Promise<void> {
    if (this.telling || this.closed || !this.remote || !this.members || !this.enters) return;
    const open = this.question?.why === 'twice' && this.question.entry ? { id: this.question.id, entry: this.question.entry } : null;
    const step = doubtStep(this.members, open, this.unsent);
    if (step === null) return;
    if (step === 'drop' || step === 'enter') return this.answer(step);
    this.telling = true;
    try {
      if (step === 'ask' && open) this.members = await people().doubt(this.remote, open.id, open.entry);
      else await people().doubtNoMore(this.remote);
    } catch (error) {
      // Whoever is here is asked all the same.
      if (error instanceof NoAnswer) setTimeout(() => void this.askTheTable(), LONGEST_WAIT / 5);
      else if (!(error instanceof Rejected)) throw error;
    } finally {
      this.telling = false;
    }
  }

  /** The answer to what another phone asks. */
  async settleFor(member: number, sameCard: boolean): Promise<void> {
    if (!this.remote) return;
    try {
      this.members = await people().settle(this.remote, member, sameCard);
    } catch (error) {
      // Without a network the question stays; where somebody was faster, the news of it are on their way.
      if (!(error instanceof NoAnswer || error instanceof Rejected)) throw error;
    }
  }

  private meet(members: Members): void {
    if (this.members && JSON.stringify(this.members) === JSON.stringify(members)) return;
    this.members = members;
    void this.remember();
  }

  private show(view: View): void {
    const last = this.view;
    if (last && JSON.stringify(last) === JSON.stringify(view)) return;
    const onwards = last !== null && view.revision === last.revision + 1;
    const back = onwards && view.undo === last.undo - 1 && view.redo === last.redo + 1;
    this.undone = back ? (last.corrected ? 'correction' : (last.last?.entry ?? null)) : null;
    this.before = onwards ? last.harbor.map((lying) => lying.card) : [];
    this.view = view;
    void this.remember();
  }

  private async post(writing: Writing): Promise<void> {
    if (!this.known) return;
    try {
      await this.keep(this.known, { ...writing, at: seconds() }, this.view?.revision ?? 0);
      this.full = false;
    } catch (error) {
      if (!isFull(error)) throw error;
      this.full = true;
      return;
    }
    await this.send();
  }

  private async keep({ code }: TableKey, writing: Writing, madeOn: number): Promise<void> {
    const waiting: Waiting = { code, writing, made_on: madeOn };
    const order = await putWaiting(waiting);
    this.waiting = [...this.waiting, { ...waiting, order }];
  }

  /** Where the phone's engine cannot run any more, what it had not sent goes out from here. */
  private async takeOver(table: TableKey): Promise<void> {
    const remote = await engine().handOver(table, async (writings, madeOn) => {
      for (const writing of writings) {
        await this.keep(table, writing, madeOn);
        this.pending = Math.max(0, this.pending - 1);
      }
    });
    if (!remote || this.closed) return;
    this.key = this.remote = remote;
    this.lost = false;
    this.wake();
  }

  private async send(): Promise<void> {
    if (this.sending || this.closed || this.question) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      while (this.key && this.view && this.waiting[0] && !this.question) {
        const head = this.waiting[0];
        // Not on what is on the screen by now: what others entered meanwhile may answer it.
        await this.take(head, await engine().record(this.key, head.made_on, head.writing));
      }
      this.reached();
    } catch (error) {
      this.failed(error);
    } finally {
      this.sending = false;
    }
  }

  private async take(head: Waiting, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'recorded') {
      this.show(outcome.view);
      await this.settle(head);
      for (const next of this.waiting) if (next.made_on === head.made_on) await this.replace({ ...next, made_on: head.made_on + 1 });
      return;
    }
    if (outcome.kind === 'stale') await this.look();
    const meanwhile = outcome.kind === 'stale' ? await this.since(head.made_on) : [];
    // The engine may have a question of its own by now: that one first.
    if (this.question) return;
    this.asks = 'outbox';
    this.question = {
      id: head.writing.id,
      entry: 'entry' in head.writing ? head.writing.entry : null,
      why: outcome.kind,
      refusal: outcome.kind === 'refused' ? outcome.refusal : null,
      detail: outcome.kind === 'refused' ? outcome.detail : '',
      meanwhile,
    };
  }

  /** What others have entered; without a network it stays unsaid. */
  private async since(revision: number): Promise<LogLine[]> {
    return this.key ? engine().lines(this.key, revision).catch(() => []) : [];
  }

  /** By its order and after the wait, not by its place before it: more may have been entered meanwhile. */
  private async settle({ order }: Waiting): Promise<void> {
    if (order !== undefined) await dropWaiting(order);
    this.waiting = this.waiting.filter((one) => one.order !== order);
  }

  private async replace(next: Waiting): Promise<void> {
    await putWaiting(next);
    this.waiting = this.waiting.map((one) => (one.order === next.order ? next : one));
  }

  private async refresh(): Promise<void> {
    try {
      await this.look();
    } catch (error) {
      this.failed(error);
    }
  }

  private async look(): Promise<void> {
    if (!this.key) return;
    this.show(await engine().view(this.key));
    this.reached();
  }

  private async remember(): Promise<void> {
    if (this.known && this.view) await rememberTable({ ...this.known, seen: Date.now(), played: Date.now(), view: this.view, before: this.before, ...(this.members ? { members: this.members } : {}) });
  }

  private reached(): void {
    this.silent = false;
    if (!this.unreached) this.trying = false;
    this.wait = FIRST_WAIT;
  }

  private failed(error: unknown): void {
    if (error instanceof Rejected) {
      this.lost = true;
    } else if (error instanceof NoAnswer) {
      this.silent = true;
      this.trying = false;
      this.later();
    } else if (isFull(error)) {
      this.full = true;
      this.later();
    } else {
      throw error;
    }
  }

  private later(): void {
    if (this.closed) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void (this.waiting.length > 0 ? this.send() : this.refresh()), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private wake = (): void => {
    if (document.visibilityState !== 'visible' || this.closed) return;
    this.wait = FIRST_WAIT;
    this.trying = this.offline;
    if (this.waiting.length > 0) void this.send();
    else void this.refresh();
  };
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
