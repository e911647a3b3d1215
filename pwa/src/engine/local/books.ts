import type { IDBPDatabase } from 'idb';

import { Disk, NotKept, written } from './disk';
import type { Change } from './disk';
import { takeOver } from './earlier';
import type { Earlier } from './earlier';
import { follows } from './page';
import type { Page, Pages } from './page';

/** Where the pages are kept. */
export interface Books extends Pages {
  all(): Promise<Page[]>;
  remove(code: string): Promise<void>;
  /** Calls back with the code of a page that another tab has changed. */
  onChange?(changed: (code: string) => void): void;
  /** Calls back when the disk was closed or is there again: what it held may be gone, or be there for the first time. */
  onAgain?(callBack: () => void): void;
}

/** In the browser's own database, apart from what the screens remember. */
export class StoredBooks implements Books {
  private readonly disk: Disk;
  private readonly tabs: BroadcastChannel | null;
  private readonly again = new Set<() => void>();

  constructor(name = 'harbormaster-books', earlier: Earlier | null = null) {
    this.tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null;
    this.disk = new Disk(
      name,
      (database) => void database.createObjectStore('pages', { keyPath: 'code' }),
      () => {
        for (const callBack of this.again) callBack();
      },
      // Nobody reads a page before all is in it.
      (database) => (earlier ? takenOver(database, earlier) : Promise.resolve()),
    );
  }

  async load(code: string): Promise<Page | undefined> {
    return (await this.disk.read((database) => database.get('pages', code))) as Page | undefined;
  }

  async save(page: Page): Promise<boolean> {
    const next = await this.disk.write(['pages'], (change) => put(change, page));
    if (next) this.tabs?.postMessage(page.code);
    return next;
  }

  onChange(changed: (code: string) => void): void {
    this.tabs?.addEventListener('message', ({ data }: MessageEvent<string>) => changed(data));
  }

  onAgain(callBack: () => void): void {
    this.again.add(callBack);
  }

  async all(): Promise<Page[]> {
    return (await this.disk.read((database) => database.getAll('pages'))) as Page[];
  }

  async remove(code: string): Promise<void> {
    await this.disk.write(['pages'], (change) => change.objectStore('pages').delete(code));
  }
}

async function put(change: Change, page: Page): Promise<boolean> {
  const pages = change.objectStore('pages');
  const kept = (await pages.get(page.code)) as Page | undefined;
  const next = follows(page, kept);
  if (next) await pages.put(page);
  return next;
}

async function takenOver(database: IDBPDatabase, earlier: Earlier): Promise<void> {
  const kept: Pages = {
    load: (code) => database.get('pages', code) as Promise<Page | undefined>,
    save: (page) => written(database, ['pages'], (change) => put(change, page)),
  };
  try {
    await takeOver(kept, earlier);
  } catch (error) {
    // What there is no room for stays where it is till the next visit.
    if (!(error instanceof NotKept || error instanceof DOMException)) throw error;
  }
}
