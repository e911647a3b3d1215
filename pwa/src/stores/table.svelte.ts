import { engine, mayEnter, newId, NoAnswer, people, Rejected } from '../engine';
import type {
  Correction,
  Decision,
  Entry,
  Members,
  Progress,
  Question,
  TableKey,
  View,
  Writing,
} from '../engine';
import { hasServer } from '../engine/host';
import { phone } from '../engine/local/disk';
import type { Keeping } from '../engine/local/disk';
import { now, toSeconds } from '../engine/time';
import { doubtStep } from './doubt';
import { keep, knownTable, recall, rememberTable, whenThereAgain } from './database';
import type { LastGroup } from './database';
import { groupNow, membersNow, sameGroup } from './renamed';
import { kept } from './repairing';

/**
 * `saved`: the disk has it or the server. `unkept`: neither has what was tapped. `full`, `failing`, `none`: the server has
 * all of it, and the disk takes nothing (engine/local/disk.ts). `looking`: saved, and the phone asks for news, as none come by
 * themselves.
 */
export type Connection =
  | 'saved'
  | 'looking'
  | 'saving'
  | 'offline'
  | 'reconnecting'
  | 'needs-you'
  | 'lost'
  | 'unkept'
  | Exclude<Keeping, 'well'>;

/** Somebody has to act. */
export const CALLS: readonly Connection[] = ['needs-you', 'lost', 'unkept', 'full', 'failing'];

/** The same, for whoever has words for just these. */
export function calls(
  connection: Connection,
): connection is 'needs-you' | 'lost' | 'unkept' | 'full' | 'failing' {
  return CALLS.includes(connection);
}

/** How long it takes until the table is told again what is asked here, where nobody has heard it. */
const ASKS_AGAIN = 3000;

/**
 * One open table, as a screen sees it: what its book says of it. Every entry gets its id here and goes into the book,
 * which keeps it until the server has it.
 */
export class TableStore {
  view = $state.raw<View | null>(null);
  /** What nobody has answered yet: the view is without it. */
  waiting = $state.raw<Writing[]>([]);
  /** What the last change took back; null once anything else has happened. */
  readonly undone: Entry | 'correction' | null = $derived(
    this.view?.undone ? (this.view.undone.entry ?? 'correction') : null,
  );
  /** An entry that cannot simply go through: the group decides, nothing is dropped without a word. */
  question = $state.raw<Question | null>(null);
  /** What the server calls the table; null while it has not heard of it. */
  remote = $state.raw<TableKey | null>(null);
  /** Who is at the table; null where the server has not said so. */
  members = $state.raw<Members | null>(null);
  /** How many entries the server does not have yet. */
  unsent = $state(0);
  /** How many of them only this page has: with it they are gone. */
  unkept = $state(0);
  /** How the phone keeps. */
  keeping = $state<Keeping>('well');
  /** Whether it is known what waits; before that nothing is called saved. */
  private counted = $state(false);
  private reach = $state<Progress['reach']>('online');

  /** The token is unknown or the table is gone: nothing more can be written from here. */
  readonly lost = $derived(this.reach === 'lost');
  readonly offline = $derived(this.reach === 'offline' || this.reach === 'reconnecting');

  /** Whether this phone's place at the table lets it enter. */
  readonly enters = $derived(this.members === null || mayEnter(this.members));

  /** Who waits for the keeper's answer: somebody who knocks, or who claims the keeper's place. */
  readonly knock = $derived(
    this.members?.asking?.[0] ??
      (this.members?.role === 'keeper'
        ? this.members.members.find(({ claims }) => claims !== undefined)
        : undefined),
  );
  /** Another phone that asks whether a card that it drew is one that was entered already. */
  readonly doubting = $derived(
    this.enters
      ? this.members?.members.find(
          ({ member, doubt }) => member !== this.members?.you && doubt && doubt.same_card === undefined,
        )
      : undefined,
  );

  readonly connection: Connection = $derived.by(() => {
    if (this.lost) return 'lost';
    if (this.question) return 'needs-you';
    if (this.unkept > 0 && (!hasServer || (this.reach !== 'online' && this.reach !== 'looking')))
      return 'unkept';
    if (this.reach === 'offline' || this.reach === 'reconnecting') return this.reach;
    if (this.unsent > 0 || !this.counted) return 'saving';
    if (this.keeping !== 'well') return this.keeping;
    return this.reach === 'looking' ? 'looking' : 'saved';
  });

  /** How many entries the state is about. */
  readonly missing = $derived(this.connection === 'unkept' ? this.unkept : this.unsent);

  key: TableKey | null = null;
  private telling = false;
  private claiming: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;
  private closed = false;
  private readonly leaves: (() => void)[] = [];

  /** False when this phone has never heard of the table. */
  async open(code: string): Promise<boolean> {
    // All of it before the table is shown: how much waits is known as soon as the table is.
    const [known, unsent] = await Promise.all([knownTable(code), engine().unsent(code)]);
    if (!known) return false;
    this.unsent = unsent;
    this.counted = true;
    // The first answer will say; what waits is not on its way while there is no network.
    if (unsent > 0 && !navigator.onLine) this.reach = 'offline';
    this.key = { code, token: known.token };
    if (known.token) this.remote = this.key;
    this.view = known.view;
    this.members = known.members ?? null;
    if (this.closed) return true;
    window.addEventListener('online', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.leaves.push(
      engine().watch(this.key, (progress) => this.follow(progress)),
      phone.subscribe((keeping) => (this.keeping = keeping)),
      whenThereAgain(() => void this.remember()),
    );
    this.wake();
    return true;
  }

  close(): void {
    this.closed = true;
    for (const leave of this.leaves) leave();
    clearTimeout(this.claiming);
    clearTimeout(this.asking);
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
    if (!this.question || !this.key) return;
    this.question = null;
    await engine().answer(this.key.code, decision);
  }

  /** What the book tells of the table, whoever changed it. */
  private follow({ view, pending, waiting, unkept, question, remote, reach, members }: Progress): void {
    if (this.closed) return;
    if (members) this.meet(members);
    this.unsent = pending;
    this.unkept = unkept.length;
    if (idsOf(waiting) !== idsOf(this.waiting)) this.waiting = waiting;
    this.remote = remote;
    this.reach = reach;
    this.question = question;
    if (view) this.show(view);
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
      this.claiming ??= setTimeout(
        () => {
          this.claiming = undefined;
          if (this.remote && !this.closed)
            people()
              .claim(this.remote, true)
              .then((members) => this.meet(members))
              .catch(() => undefined)
              .finally(() => this.waitForKeeper());
        },
        Math.max(1, claims) * 1000,
      );
    }
  }

  /** What is asked here is asked on every phone that may answer it, and the first answer counts. */
  private async askTheTable(): Promise<void> {
    if (this.telling || this.closed || !this.remote || !this.members || !this.enters) return;
    const { why, line } = this.question ?? {};
    const open = why === 'twice' && line?.entry ? { id: line.entry_id, entry: line.entry } : null;
    const step = doubtStep(this.members, open, this.unsent);
    if (step === null) return;
    if (step === 'drop' || step === 'enter') return this.answer(step);
    this.telling = true;
    try {
      if (step === 'ask' && open) this.members = await people().doubt(this.remote, open.id, open.entry);
      else await people().doubtNoMore(this.remote);
    } catch (error) {
      // Whoever is here is asked all the same.
      if (error instanceof NoAnswer) this.asking = setTimeout(() => void this.askTheTable(), ASKS_AGAIN);
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
    if (last === view) return;
    if (last && JSON.stringify(last) === JSON.stringify(view)) return;
    this.view = view;
    if (last && !sameGroup(last, view)) {
      if (this.members) this.members = membersNow(this.members, last, view);
      void this.regroup(last, view);
    }
    void this.remember();
  }

  /** The same group again, as it is called by now. */
  private async regroup(before: View, view: View): Promise<void> {
    const group = groupNow(await recall<LastGroup>('group'), before, view);
    if (group) await keep('group', group);
  }

  private async post(writing: Writing): Promise<void> {
    if (this.key)
      await engine().record(this.key, this.view?.revision ?? 0, { ...writing, at: toSeconds(now()) });
  }

  private async remember(): Promise<void> {
    if (this.key && this.view)
      await rememberTable({
        ...this.key,
        seen: now(),
        played: now(),
        view: this.view,
        ...(this.members ? { members: this.members } : {}),
      });
  }

  private wake = (): void => {
    if (document.visibilityState === 'visible' && !this.closed && this.key)
      void engine()
        .wake(this.key)
        .catch(() => undefined);
  };
}

function idsOf(writings: Writing[]): string {
  return writings.map(({ id }) => id).join(' ');
}
