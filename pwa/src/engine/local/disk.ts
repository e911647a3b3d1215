import { openDB } from 'idb';
import type { IDBPDatabase, IDBPTransaction } from 'idb';

/** How this phone keeps what it is given; `none`: the browser lets the app have no database. The worst stands last. */
const STATES = ['well', 'full', 'failing', 'none'] as const;
export type Keeping = (typeof STATES)[number];

/** What was to be kept, or read, is not on the disk: worth trying again. */
export class NotKept extends Error {
  constructor(
    readonly why: Keeping,
    cause: unknown,
  ) {
    super(`the disk: ${why}`, { cause });
  }
}

export type Change = IDBPTransaction<unknown, string[], 'readwrite'>;

/** A browser that has not answered for so long may never open it. */
const PATIENCE = 4000;

/**
 * One database of this phone's. A browser closes its connection when it likes: it is opened again then, and what was under
 * way is done anew, so `work` is one transaction and bears being done twice.
 */
export class Disk {
  keeping: Keeping = 'well';
  private opening: Promise<IDBPDatabase> | null = null;
  /** Whether it was open before on this visit, or did not open. */
  private isKnown: 'open' | 'failed' | null = null;
  private isSlow = false;
  /** It was opened anew, and nothing has been done with it yet. */
  private isBack = false;
  /** Something is still to be written. */
  private wroteInVain = false;

  constructor(
    private readonly name: string,
    private readonly upgrade: (database: IDBPDatabase) => void,
    private readonly again: () => void = () => undefined,
    private readonly prepare: (database: IDBPDatabase) => Promise<void> = () => Promise.resolve(),
  ) {
    disks.push(this);
  }

  read<T>(work: (database: IDBPDatabase) => Promise<T>): Promise<T> {
    return this.use(work, false);
  }

  write<T>(stores: string[], work: (change: Change) => Promise<T>): Promise<T> {
    return this.use((database) => written(database, stores, work), true);
  }

  /** Looks whether it can be opened by now, and writes what waits. */
  async tryAgain(): Promise<void> {
    await this.read(() => Promise.resolve()).then(this.again, () => undefined);
  }

  private async use<T>(work: (database: IDBPDatabase) => Promise<T>, writes: boolean): Promise<T> {
    for (let last = false; ; last = true) {
      const opening = this.opened();
      try {
        const found = await work(await this.patient(opening));
        if (writes) this.wroteInVain = false;
        if (!this.wroteInVain) this.become('well');
        if (this.isBack) queueMicrotask(this.again);
        this.isBack = false;
        return found;
      } catch (error) {
        if (isOurs(error)) throw error;
        const why =
          nameOf(error) === 'QuotaExceededError' ? 'full' : this.isKnown === 'open' ? 'failing' : 'none';
        if (!last && !this.isSlow && why !== 'full') {
          this.leave(opening);
          continue;
        }
        // What was opened just now is not to blame.
        this.isBack = false;
        this.wroteInVain ||= writes;
        this.become(why);
        throw new NotKept(why, error);
      }
    }
  }

  private opened(): Promise<IDBPDatabase> {
    if (this.opening) return this.opening;
    const opening: Promise<IDBPDatabase> = this.open(() => this.closed(opening));
    this.opening = opening;
    opening.catch(() => this.leave(opening));
    return opening;
  }

  private async open(closed: () => void): Promise<IDBPDatabase> {
    const opened = await this.asked(closed).catch((error: unknown) => {
      this.isKnown ??= 'failed';
      throw new Unopened(error);
    });
    await this.prepare(opened);
    if (this.isSlow) queueMicrotask(this.again);
    [this.isBack, this.isKnown, this.isSlow] = [this.isKnown !== null, 'open', false];
    return opened;
  }

  private async asked(closed: () => void): Promise<IDBPDatabase> {
    // `blocking`: another tab clears it away.
    return openDB(this.name, 1, {
      upgrade: (database) => this.upgrade(database),
      terminated: closed,
      blocking: closed,
    });
  }

  private closed(opening: Promise<IDBPDatabase>): void {
    this.leave(opening);
    void this.read(() => Promise.resolve()).catch(() => this.again());
  }

  private leave(opening: Promise<IDBPDatabase>): void {
    if (this.opening === opening) this.opening = null;
    opening.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  /** What an open that takes too long brings all the same is used as soon as it is there. */
  private async patient(opening: Promise<IDBPDatabase>): Promise<IDBPDatabase> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => {
          this.isSlow = true;
          this.isKnown ??= 'failed';
          reject(new Unopened('too slow'));
        },
        this.isSlow ? 0 : PATIENCE,
      );
    });
    try {
      return await Promise.race([opening, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  private become(keeping: Keeping): void {
    if (this.keeping === keeping) return;
    this.keeping = keeping;
    for (const watcher of watchers) watcher(worst());
  }
}

const disks: Disk[] = [];
const watchers = new Set<(keeping: Keeping) => void>();

/** How the phone keeps, as all screens are told. A Svelte store's contract. */
export const phone = {
  subscribe(watcher: (keeping: Keeping) => void): () => void {
    watchers.add(watcher);
    watcher(worst());
    return () => watchers.delete(watcher);
  },
  async tryAgain(): Promise<void> {
    await Promise.all(disks.map((disk) => disk.tryAgain()));
  },
};

function worst(): Keeping {
  return STATES[Math.max(...disks.map(({ keeping }) => STATES.indexOf(keeping)), 0)] ?? 'well';
}

/** All of it or nothing. */
export async function written<T>(
  database: IDBPDatabase,
  stores: string[],
  work: (change: Change) => Promise<T>,
): Promise<T> {
  const change = database.transaction(stores, 'readwrite');
  change.done.catch(() => undefined);
  try {
    const found = await work(change);
    await change.done;
    return found;
  } catch (error) {
    try {
      change.abort();
    } catch {
      // It is over already.
    }
    throw error;
  }
}

class Unopened extends Error {
  constructor(cause: unknown) {
    super('the database does not open', { cause });
  }
}

/** A mistake of ours, which another try would only repeat. */
function isOurs(error: unknown): boolean {
  return !(error instanceof Unopened || error instanceof DOMException) || nameOf(error) === 'DataCloneError';
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : '';
}
