import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

import type { TableKey } from '../engine';
import type { Exported, RawLine, Stopped } from './local';

/** What the group is asked about: the first of the own lines that wait. */
export interface Question {
  line: RawLine;
  why: Stopped['why'];
  problem: Stopped['problem'];
  /** What others entered since. */
  meanwhile: Stopped['meanwhile'];
}

/** All that the phone keeps of a table: enough to go on without a network, and to send what the server lacks. */
export interface Page {
  /** Counts the changes: two tabs that write notice each other. */
  turn: number;
  /** What the screens call the table. */
  code: string;
  /** What the server calls it; null while it has not heard of it. */
  remote: TableKey | null;
  /** The key that the phone has made, for a table that the server may have opened or not. */
  key?: string;
  /** What the server has confirmed. */
  document: Exported;
  /** The own lines on their way, in the order in which a thumb made them. */
  pending: RawLine[];
  /** The first own line that does not hold; it and those after it wait for the answer. */
  question: Question | null;
}

/** Where the pages are kept. */
export interface Books {
  load(code: string): Promise<Page | undefined>;
  /** Keeps the page where it follows the one that is kept; false where another tab was first, and nothing is kept. */
  save(page: Page): Promise<boolean>;
  all(): Promise<Page[]>;
  /** Calls back with the code of a page that another tab has changed. */
  onChange?(changed: (code: string) => void): void;
}

interface Schema extends DBSchema {
  pages: { key: string; value: Page };
}

/** In the browser's own database, apart from what the screens remember. */
export class StoredBooks implements Books {
  private opened: Promise<IDBPDatabase<Schema>> | null = null;
  private readonly tabs: BroadcastChannel | null;

  constructor(private readonly name = 'harbormaster-books') {
    this.tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
  }

  async load(code: string): Promise<Page | undefined> {
    return (await this.database()).get('pages', code);
  }

  async save(page: Page): Promise<boolean> {
    const writing = (await this.database()).transaction('pages', 'readwrite');
    const kept = await writing.store.get(page.code);
    const next = (kept?.turn ?? 0) + 1 === page.turn;
    if (next) await writing.store.put(page);
    await writing.done;
    if (next) this.tabs?.postMessage(page.code);
    return next;
  }

  onChange(changed: (code: string) => void): void {
    this.tabs?.addEventListener('message', ({ data }: MessageEvent<string>) => changed(data));
  }

  async all(): Promise<Page[]> {
    return (await this.database()).getAll('pages');
  }

  private database(): Promise<IDBPDatabase<Schema>> {
    this.opened ??= openDB<Schema>(this.name, 1, {
      upgrade: (db) => void db.createObjectStore('pages', { keyPath: 'code' }),
    });
    return this.opened;
  }
}
