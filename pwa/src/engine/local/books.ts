import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

import { isFull } from '../engine';
import { takeOver } from './earlier';
import type { Earlier } from './earlier';
import type { Page } from './page';

export interface Pages {
  load(code: string): Promise<Page | undefined>;
  /** Keeps the page where it follows the one that is kept; false where another tab was first, and nothing is kept. */
  save(page: Page): Promise<boolean>;
}

/** Where the pages are kept. */
export interface Books extends Pages {
  all(): Promise<Page[]>;
  remove(code: string): Promise<void>;
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

  constructor(private readonly name = 'harbormaster-books', private readonly earlier: Earlier | null = null) {
    this.tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
  }

  async load(code: string): Promise<Page | undefined> {
    return (await this.database()).get('pages', code);
  }

  async save(page: Page): Promise<boolean> {
    const next = await put(await this.database(), page);
    if (next) this.tabs?.postMessage(page.code);
    return next;
  }

  onChange(changed: (code: string) => void): void {
    this.tabs?.addEventListener('message', ({ data }: MessageEvent<string>) => changed(data));
  }

  async all(): Promise<Page[]> {
    return (await this.database()).getAll('pages');
  }

  async remove(code: string): Promise<void> {
    await (await this.database()).delete('pages', code);
  }

  private database(): Promise<IDBPDatabase<Schema>> {
    this.opened ??= this.open().catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  /** Nobody reads a page before all is in it. */
  private async open(): Promise<IDBPDatabase<Schema>> {
    const database = await openDB<Schema>(this.name, 1, {
      upgrade: (db) => void db.createObjectStore('pages', { keyPath: 'code' }),
    });
    if (this.earlier) {
      const kept: Pages = { load: (code) => database.get('pages', code), save: (page) => put(database, page) };
      // What there is no room for stays where it is till the next visit.
      await takeOver(kept, this.earlier).catch((error: unknown) => {
        if (!isFull(error)) throw error;
      });
    }
    return database;
  }
}

async function put(database: IDBPDatabase<Schema>, page: Page): Promise<boolean> {
  const writing = database.transaction('pages', 'readwrite');
  const kept = await writing.store.get(page.code);
  const next = (kept?.turn ?? 0) + 1 === page.turn;
  if (next) await writing.store.put(page);
  await writing.done;
  return next;
}
