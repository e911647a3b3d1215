import { engine, NoAnswer, Rejected } from '../engine';
import type { Card, Correction, Entry, Outcome, RefusalInfo, TableKey, View, Writing } from '../engine';
import { dropWaiting, knownTable, putWaiting, rememberTable, waitingFor } from './database';
import type { Waiting } from './database';

export type Connection = 'saved' | 'saving' | 'offline' | 'needs-you' | 'lost';

/** An entry that cannot simply go through: the group decides, nothing is dropped without a word. */
export interface Question {
  writing: Writing;
  why: 'refused' | 'stale';
  refusal: RefusalInfo | null;
  detail: string;
}

const FIRST_WAIT = 800;
const LONGEST_WAIT = 15_000;

/**
 * One open table: what was last seen of it, and what is still on its way to it.
 * Every entry gets its id here and is kept on the phone before it is sent; it leaves the phone only when it is answered.
 */
export class TableStore {
  view = $state.raw<View | null>(null);
  /** The harbor as it was before the last entry. */
  before = $state.raw<Card[]>([]);
  waiting = $state.raw<Waiting[]>([]);
  offline = $state(false);
  /** The token is unknown or the table is gone: nothing more can be written from here. */
  lost = $state(false);
  question = $state.raw<Question | null>(null);

  readonly connection: Connection = $derived.by(() => {
    if (this.lost) return 'lost';
    if (this.question) return 'needs-you';
    if (this.offline) return 'offline';
    return this.waiting.length > 0 ? 'saving' : 'saved';
  });

  key: TableKey | null = null;
  private sending = false;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  /** False when this phone has never heard of the table. */
  async open(code: string): Promise<boolean> {
    const known = await knownTable(code);
    if (!known) return false;
    this.key = { code, token: known.token };
    this.view = known.view;
    this.before = known.before ?? [];
    this.waiting = await waitingFor(code);
    window.addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    if (this.waiting.length > 0) void this.send();
    else void this.refresh();
    return true;
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    window.removeEventListener('online', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
  }

  record(entry: Entry, override = false): Promise<void> {
    return this.post({ id: newId(), entry, ...(override ? { override } : {}) });
  }

  correct(correction: Correction): Promise<void> {
    return this.post({ id: newId(), correction });
  }

  undo(): Promise<void> {
    return this.correct({ type: 'undo', count: 1 });
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

  /** The answer to the open question: leave the entry out, or record it (again). */
  async answer(decision: 'drop' | 'record'): Promise<void> {
    const head = this.waiting[0];
    const asked = this.question;
    if (!head || !asked) return;
    this.question = null;
    if (decision === 'record' && asked.why === 'refused' && 'entry' in head.writing) {
      // A new id: the refused one is answered for good.
      await this.replace(head, { id: newId(), entry: head.writing.entry, override: true });
    } else if (decision === 'drop') {
      await this.settle(head);
    }
    void this.send();
  }

  private async post(writing: Writing): Promise<void> {
    if (!this.key) return;
    const waiting: Waiting = { code: this.key.code, writing };
    const order = await putWaiting(waiting);
    this.waiting = [...this.waiting, { ...waiting, order }];
    await this.send();
  }

  private async send(): Promise<void> {
    if (this.sending || this.closed || this.question) return;
    this.sending = true;
    clearTimeout(this.timer);
    try {
      while (this.key && this.view && this.waiting[0] && !this.question) {
        const head = this.waiting[0];
        await this.take(head, await engine().record(this.key, this.view.revision, head.writing));
        this.reached();
      }
    } catch (error) {
      this.failed(error);
    } finally {
      this.sending = false;
    }
  }

  private async take(head: Waiting, outcome: Outcome): Promise<void> {
    if (outcome.kind === 'recorded') {
      const draws = 'entry' in head.writing && this.view ? this.view.harbor.map((lying) => lying.card) : [];
      this.before = draws;
      await this.settle(head);
      this.view = outcome.view;
      await this.remember();
    } else {
      if (outcome.kind === 'stale') await this.look();
      this.question = {
        writing: head.writing,
        why: outcome.kind,
        refusal: outcome.kind === 'refused' ? outcome.refusal : null,
        detail: outcome.kind === 'refused' ? outcome.detail : '',
      };
    }
  }

  /** By its order and after the wait, not by its place before it: more may have been entered meanwhile. */
  private async settle({ order }: Waiting): Promise<void> {
    if (order !== undefined) await dropWaiting(order);
    this.waiting = this.waiting.filter((one) => one.order !== order);
  }

  private async replace(old: Waiting, writing: Writing): Promise<void> {
    const next = { ...old, writing };
    await putWaiting(next);
    this.waiting = this.waiting.map((one) => (one.order === old.order ? next : one));
  }

  private async refresh(): Promise<void> {
    try {
      await this.look();
      this.reached();
    } catch (error) {
      this.failed(error);
    }
  }

  private async look(): Promise<void> {
    if (!this.key) return;
    const view = await engine().view(this.key);
    if (this.view && view.revision === this.view.revision) return;
    this.view = view;
    this.before = [];
    await this.remember();
  }

  private async remember(): Promise<void> {
    if (this.key && this.view) await rememberTable({ ...this.key, seen: Date.now(), view: this.view, before: this.before });
  }

  private reached(): void {
    this.offline = false;
    this.wait = FIRST_WAIT;
  }

  private failed(error: unknown): void {
    if (error instanceof Rejected) {
      this.lost = true;
    } else if (error instanceof NoAnswer) {
      this.offline = true;
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
    if (this.waiting.length > 0) void this.send();
    else void this.refresh();
  };
}

/** randomUUID exists only in a secure context, and a phone in a home network is in none. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return [8, 12, 16, 20].reduceRight((text, place) => `${text.slice(0, place)}-${text.slice(place)}`, hex);
}
