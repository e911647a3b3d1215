import { isGone, NoAnswer, Rejected } from './engine';
import { hasServer } from './host';
import type { Book, Shown } from './local/book';
import type { Members } from './people';
import type { Follow, Following } from './stream';

const FIRST_WAIT = 800;
const LONGEST_WAIT = 15_000;
/** Until what the disk has not taken is written again. */
const REST = 3000;
/** Until the phone looks by itself where the stream brings no news, and how often it does from then on. */
const DEAF = 4000;
const LOOKS = 10_000;

/** What a screen may know of a table and its way to the server. */
export interface Progress extends Shown {
  /** `looking`: it answers, but no stream brings news. `lost`: it knows neither the table nor this key. */
  reach: 'online' | 'looking' | 'reconnecting' | 'offline' | 'lost';
  /** Who is at the table; null as long as nobody has said so. */
  members: Members | null;
}

export type Watcher = (progress: Progress) => void;

/** Does something after so many milliseconds, unless the returned function is called before. */
export type Later = (work: () => void, wait: number) => () => void;

/** A table's way to the server: sends what waits in its book, again and again, and follows what others enter. */
export class Way {
  private reach: Progress['reach'];
  private readonly watchers = new Set<Watcher>();
  private members: Members | null = null;
  private stream: Following | null = null;
  private follows = false;
  private wait = FIRST_WAIT;
  private cancel: () => void = () => undefined;
  private writesLater: (() => void) | null = null;
  /** Until the next look, where the stream brings no news; null where it does. */
  private looksLater: (() => void) | null = null;
  private left = false;

  constructor(
    readonly book: Book,
    private readonly later: Later,
    private readonly follow: Follow | null,
  ) {
    // The first answer will say; what waits is not on its way while there is no network.
    this.reach = book.shown.pending > 0 && globalThis.navigator?.onLine === false ? 'offline' : 'online';
  }

  /** Whether somebody looks at the table, or the server lacks something of it. */
  get matters(): boolean {
    return this.watchers.size > 0 || this.book.lacks;
  }

  watch(watcher: Watcher): () => void {
    this.watchers.add(watcher);
    watcher(this.progress);
    this.listen();
    return () => {
      this.watchers.delete(watcher);
      if (this.watchers.size > 0) return;
      this.stream?.stop();
      this.hears();
      [this.stream, this.follows] = [null, false];
    };
  }

  /** The book has changed. */
  tell(): void {
    this.listen();
    this.writeLater();
    for (const watcher of this.watchers) watcher(this.progress);
  }

  /** Sends what waits; where there is no answer, tries again later by itself. */
  async send(look = false): Promise<void> {
    this.cancel();
    try {
      await this.book.send();
      if (look) {
        await this.book.look();
        // What a server lacks that was set back.
        await this.book.send();
        // No stream tells who knocks.
        if (this.looksLater) this.met(await this.book.meet());
      }
      this.wait = FIRST_WAIT;
      this.reached(this.looksLater ? 'looking' : 'online');
    } catch (error) {
      this.failed(error, look);
    }
  }

  /** Nothing more is done for the table. */
  leave(): void {
    this.cancel();
    this.hears();
    this.writesLater?.();
    this.left = true;
  }

  /** The network is back, or the phone has woken. */
  wake(): Promise<void> {
    this.wait = FIRST_WAIT;
    if (this.reach === 'offline') this.reached('reconnecting');
    this.stream?.wake();
    return this.send(this.matters);
  }

  /** Says why nobody has answered, and tries again later. */
  failed(error: unknown, look: boolean): void {
    if (error instanceof Rejected && isGone(error.code)) return this.reached('lost');
    if (!(error instanceof NoAnswer || error instanceof Rejected)) throw error;
    if (!hasServer) return;
    this.reached('offline');
    // Several may have waited for the same answer: one of them tries again.
    this.cancel();
    if (!this.matters) return;
    const { wait } = this;
    this.wait = Math.min(wait * 2, LONGEST_WAIT);
    this.cancel = this.later(() => void this.send(look), wait);
  }

  /** What the disk has not taken is written as soon as it can be. */
  private writeLater(): void {
    if (!this.book.isAhead || this.writesLater || this.left) return;
    this.writesLater = this.later(() => {
      void this.book
        .reread()
        .catch(() => undefined)
        .then(() => {
          this.writesLater = null;
          this.tell();
        });
    }, REST);
  }

  /** Follows a table that is on the screen, once the server knows it. */
  private listen(): void {
    const { remote } = this.book.shown;
    if (!this.follow || !remote || this.watchers.size === 0 || this.follows) return;
    this.follows = true;
    let { revision } = this.book;
    this.stream = this.follow(remote, () => revision, {
      hello: (now) => {
        this.hears();
        this.reached('online');
        void this.send(revision === null || now < revision);
      },
      line: (at, line) => {
        revision = at;
        void this.book.told(at, line).then(
          () => this.onwards(),
          () => this.send(true),
        );
      },
      members: (members) => this.met(members),
      removed: () => {
        this.hears();
        this.reached('lost');
      },
      broken: () => {
        if (this.looksLater) return;
        this.reached('offline');
        this.lookLater(DEAF);
      },
      missed: () => void this.send(true),
      deaf: () => {
        if (!this.looksLater) this.lookLater(LOOKS);
        void this.send(true);
      },
    });
  }

  /** The news come by themselves, or are not wanted. */
  private hears(): void {
    this.looksLater?.();
    this.looksLater = null;
  }

  /** A proxy may let everything through but the stream. */
  private lookLater(wait: number): void {
    this.looksLater = this.later(() => {
      this.lookLater(LOOKS);
      void this.send(true);
    }, wait);
  }

  /** Where the news have answered what was asked, what waited behind it is sent. */
  private async onwards(): Promise<void> {
    const { pending, question } = this.book.shown;
    if (pending > 0 && !question) await this.send();
  }

  private met(members: Members | null): void {
    this.members = members ?? this.members;
    this.tell();
  }

  private reached(reach: Progress['reach']): void {
    if (this.reach === reach) return;
    this.reach = reach;
    this.tell();
  }

  private get progress(): Progress {
    return { ...this.book.shown, reach: this.reach, members: this.members };
  }
}
