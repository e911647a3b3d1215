import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

import type { Writing } from '../engine/engine';
import type { Earlier } from '../engine/local/earlier';
import type { Members } from '../engine/people';
import type { Card, View } from '../engine/types';
import { now, toMillis } from '../engine/time';
import type { Millis, Seconds } from '../engine/time';

/** A table this phone knows, with the key to it and what was last seen of it. */
export interface KnownTable {
  code: string;
  token: string;
  seen: Millis;
  /** When this phone came to the table; kept by `rememberTable`. */
  opened?: Millis;
  /** When anything changed there that this phone heard of. */
  played?: Millis;
  view: View;
  /** The harbor before the last entry: a bust is shown with the cards it swept away. */
  before?: Card[];
  /** Who was at the table when it was last heard of: a watcher's phone shows no pad while it waits for the server. */
  members?: Members;
}

/** The group that played last, for "same group again". */
export interface LastGroup {
  edition: string;
  /** The module that is the game, where it is not the first of the box. */
  game?: string;
  modules: string[];
  options: Record<string, unknown>;
  players: string[];
  /** Place in `players` of whoever started. */
  start?: number;
  /** How much of it was recorded, where that was not every card. */
  keeping?: 'cards' | 'harbor' | 'takes';
}

/** An entry on its way, as an earlier version kept it; a newly made database has no such store. */
interface Waiting { order: number; code: string; writing: Writing; made_on: number }

interface Schema extends DBSchema {
  tables: { key: string; value: KnownTable; indexes: { seen: number } };
  outbox: { key: number; value: Waiting };
  memory: { key: string; value: unknown };
}

let opened: Promise<IDBPDatabase<Schema>> | null = null;

export function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('harbormaster', 1, {
    upgrade(db) {
      db.createObjectStore('tables', { keyPath: 'code' }).createIndex('seen', 'seen');
      db.createObjectStore('memory');
    },
  });
  return opened;
}

/** No table of this app is older than the year 2020. */
const FIRST_DAY = Date.UTC(2020, 0);

/** The table to practise at: one at a time, left out of all that is remembered. */
export const PRACTICE = 'practice';

export async function knownTables(): Promise<KnownTable[]> {
  return (await (await database()).getAllFromIndex('tables', 'seen')).filter(({ code }) => code !== PRACTICE).reverse().map(redated);
}

export async function knownTable(code: string): Promise<KnownTable | undefined> {
  const found = await (await database()).get('tables', code);
  return found && redated(found);
}

/** An earlier version kept some in seconds: those were opened long before there were phones. */
function redated(table: KnownTable): KnownTable {
  return table.opened !== undefined && table.opened < FIRST_DAY ? { ...table, opened: toMillis(table.opened as number as Seconds) } : table;
}

export async function rememberTable(table: KnownTable): Promise<void> {
  const work = (await database()).transaction('tables', 'readwrite');
  const known = await work.store.get(table.code);
  await work.store.put(plain({ ...table, opened: known?.opened ?? table.opened ?? known?.seen ?? now() }));
  await work.done;
}

export async function forgetTable(code: string): Promise<void> {
  await (await database()).delete('tables', code);
}

/** What an earlier version had not sent. */
export const leftBehind: Earlier = {
  async all() {
    const db = await database();
    if (!db.objectStoreNames.contains('outbox')) return [];
    const left = await Promise.all((await db.getAll('outbox')).map(async ({ code, ...waiting }) => {
      const known = await db.get('tables', code);
      return known ? [{ ...waiting, table: { code, token: known.token } }] : [];
    }));
    return left.flat();
  },
  async done(order) {
    await (await database()).delete('outbox', order);
  },
};

export async function recall<T>(key: string): Promise<T | undefined> {
  return (await (await database()).get('memory', key)) as T | undefined;
}

export async function keep(key: string, value: unknown): Promise<void> {
  await (await database()).put('memory', plain(value), key);
}

/** Changes what is kept under a key in one go: another tab may be changing it too. */
export async function update<T>(key: string, change: (kept: T | undefined) => T): Promise<void> {
  const work = (await database()).transaction('memory', 'readwrite');
  await work.store.put(plain(change((await work.store.get(key)) as T | undefined)), key);
  await work.done;
}

export async function forget(keys: string[]): Promise<void> {
  const work = (await database()).transaction('memory', 'readwrite');
  await Promise.all(keys.map((key) => work.store.delete(key)));
  await work.done;
}

/** A reactive proxy cannot be cloned into the database. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
