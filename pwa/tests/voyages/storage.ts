import { forceCloseDatabase } from 'fake-indexeddb';

import type { Chance } from './chance';
import type { Figures } from './network';

const MISHAPS = ['closed', 'closedUnsaid', 'lost', 'refusedOpens', 'failedWrites', 'full'] as const;
const storages = new Map<string, Storage>();

/** What the browser does to what one phone keeps. */
export class Storage {
  /** Whether anything has gone wrong so far. */
  hasFailed = false;
  private refuses: 'nothing' | 'refusedOpens' | 'failedWrites' | 'full' = 'nothing';
  private readonly connections = new Set<IDBDatabase>();

  constructor(
    private readonly name: string,
    private readonly chance: Chance,
    private readonly figures: Figures,
  ) {
    storages.set(name, this);
  }

  /** Whether nothing of it can be read. */
  get isShut(): boolean {
    return this.refuses === 'refusedOpens';
  }

  /** Something goes wrong, or all is well again. */
  turn(): void {
    if (this.refuses !== 'nothing' && this.chance.hits(0.5)) return this.heal();
    const mishap = this.chance.of(MISHAPS);
    this.figures[mishap] += 1;
    this.hasFailed = true;
    if (mishap === 'failedWrites' || mishap === 'full') {
      this.refuses = mishap;
      return;
    }
    if (mishap === 'refusedOpens') this.refuses = mishap;
    for (const connection of this.connections) {
      if (mishap === 'closedUnsaid') connection.close();
      else forceCloseDatabase(connection as unknown as Parameters<typeof forceCloseDatabase>[0]);
    }
    this.connections.clear();
    if (mishap === 'lost') indexedDB.deleteDatabase(this.name);
  }

  heal(): void {
    this.refuses = 'nothing';
  }

  connected(database: IDBDatabase): void {
    this.connections.add(database);
  }

  asked(what: 'open' | 'put'): void {
    if (what === 'open' && this.isShut) throw new DOMException('refused', 'UnknownError');
    if (what === 'put' && this.refuses === 'failedWrites') throw new DOMException('failed', 'UnknownError');
    if (what === 'put' && this.refuses === 'full') throw new DOMException('full', 'QuotaExceededError');
  }
}

const { open } = IDBFactory.prototype;
IDBFactory.prototype.open = function (name, version) {
  const storage = storages.get(name);
  storage?.asked('open');
  const request = open.call(this, name, version);
  request.addEventListener('success', () => storage?.connected(request.result));
  return request;
};

const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...given) {
  storages.get(this.transaction.db.name)?.asked('put');
  return put.apply(this, given);
};
