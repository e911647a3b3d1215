import type { Writing } from '../engine/engine';
import type { Earlier } from '../engine/local/earlier';
import type { Members } from '../engine/people';
import type { View } from '../engine/types';
import { now, toMillis } from '../engine/time';
import type { Millis, Seconds } from '../engine/time';
import { Disk, NotKept } from '../engine/local/disk';

/** A table this phone knows, with the key to it and what was last seen of it. */
export interface KnownTable {
  code: string;
  token: string;
  seen: Millis;
  /** When this phone came to the table; kept by `rememberTable`. */
  opened?: Millis;
  /** Of a table out of a file: where that comes from, by which the file is known again; kept by `rememberTable`. */
  origin?: string;
  /** When anything changed there that this phone heard of. */
  played?: Millis;
  view: View;
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
interface Waiting {
  order: number;
  code: string;
  writing: Writing;
  made_on: number;
}

type Store = 'tables' | 'memory';

/**
 * What becomes of what is kept under a key; `undefined`: nothing is kept there any more. It may be made twice, on what is
 * kept by then. `anew`: whatever was to become of it before.
 */
interface Change {
  store: Store;
  key: string;
  make: (kept: unknown) => unknown;
  anew?: true;
}

/** How long it takes until what could not be written is tried again. */
const LATER = 5000;

const disk = new Disk(
  'harbormaster',
  (database) => {
    database.createObjectStore('tables', { keyPath: 'code' }).createIndex('seen', 'seen');
    database.createObjectStore('memory');
  },
  () => {
    for (const callBack of again) callBack();
    void change();
  },
);

/** What the disk has not taken yet, in order: to whoever reads it is there, and it is tried again. */
let waiting: Change[] = [];
let writing: Promise<void> = Promise.resolve();
let trying: ReturnType<typeof setTimeout> | undefined;
const again = new Set<() => void>();

/** Calls back when the database was closed or could be opened again: what it held may be gone, or be there for the first time. */
export function whenThereAgain(callBack: () => void): () => void {
  again.add(callBack);
  return () => again.delete(callBack);
}

function change(...changes: Change[]): Promise<void> {
  for (const one of changes)
    waiting = [
      ...(one.anew ? waiting.filter(({ store, key }) => store !== one.store || key !== one.key) : waiting),
      one,
    ];
  return (writing = writing.then(write, write));
}

async function write(): Promise<void> {
  const batch = waiting;
  if (batch.length === 0) return;
  clearTimeout(trying);
  try {
    await disk.write(['tables', 'memory'], async (transaction) => {
      for (const { store, key, make } of batch) {
        const place = transaction.objectStore(store);
        const made = make(await place.get(key));
        if (made === undefined) await place.delete(key);
        else await (store === 'tables' ? place.put(made) : place.put(made, key));
      }
    });
  } catch (error) {
    if (error instanceof NotKept) return void (trying = setTimeout(() => void change(), LATER));
    waiting = waiting.filter((one) => !batch.includes(one));
    throw error;
  }
  waiting = waiting.filter((one) => !batch.includes(one));
}

/** What is kept under a key; where the disk does not say, what was kept on this visit. */
async function read(store: Store, key: string): Promise<unknown> {
  await settled();
  const kept = await disk.read((database) => database.get(store, key)).catch(unsaid);
  return waiting.reduce((now, one) => (one.store === store && one.key === key ? one.make(now) : now), kept);
}

function settled(): Promise<void> {
  return writing.catch(() => undefined);
}

function unsaid(error: unknown): undefined {
  if (!(error instanceof NotKept)) throw error;
}

/** No table of this app is older than the year 2020. */
const FIRST_DAY = Date.UTC(2020, 0);

/** The table to practise at: one at a time, left out of all that is remembered. */
export const PRACTICE = 'practice';

export async function knownTables(): Promise<KnownTable[]> {
  await settled();
  const found = ((await disk.read((database) => database.getAll('tables')).catch(unsaid)) ??
    []) as KnownTable[];
  const tables = new Map(found.map((table) => [table.code, table]));
  for (const { store, key, make } of waiting) {
    const made = store === 'tables' ? (make(tables.get(key)) as KnownTable | undefined) : undefined;
    if (made) tables.set(key, made);
    else if (store === 'tables') tables.delete(key);
  }
  return [...tables.values()]
    .filter(({ code }) => code !== PRACTICE)
    .sort((one, other) => other.seen - one.seen)
    .map(redated);
}

export async function knownTable(code: string): Promise<KnownTable | undefined> {
  const found = (await read('tables', code)) as KnownTable | undefined;
  return found && redated(found);
}

/** An earlier version kept some in seconds: those were opened long before there were phones. */
function redated(table: KnownTable): KnownTable {
  return table.opened !== undefined && table.opened < FIRST_DAY
    ? { ...table, opened: toMillis(table.opened as number as Seconds) }
    : table;
}

/** When this phone came to the tables of this visit. */
const opened = new Map<string, Millis>();

export function rememberTable(table: KnownTable): Promise<void> {
  const plainly = plain(table);
  const at = opened.get(table.code) ?? now();
  opened.set(table.code, at);
  const make = (kept: unknown): KnownTable => {
    const known = kept as KnownTable | undefined;
    const origin = plainly.origin ?? known?.origin;
    return {
      ...plainly,
      opened: known?.opened ?? plainly.opened ?? known?.seen ?? at,
      ...(origin === undefined ? {} : { origin }),
    };
  };
  return change({ store: 'tables', key: table.code, make, anew: true });
}

export async function forgetTable(code: string): Promise<void> {
  opened.delete(code);
  await change({ store: 'tables', key: code, make: nothing, anew: true });
}

/** What an earlier version had not sent. */
export const leftBehind: Earlier = {
  async all() {
    const left = await disk.read<Waiting[]>(async (database) =>
      database.objectStoreNames.contains('outbox') ? database.getAll('outbox') : [],
    );
    const lines = await Promise.all(
      left.map(async ({ code, ...line }) => {
        const known = await knownTable(code);
        return known ? [{ ...line, table: { code, token: known.token } }] : [];
      }),
    );
    return lines.flat();
  },
  async done(order) {
    await disk.write(['outbox'], (transaction) => transaction.objectStore('outbox').delete(order));
  },
};

export async function recall<T>(key: string): Promise<T | undefined> {
  return (await read('memory', key)) as T | undefined;
}

export function keep(key: string, value: unknown): Promise<void> {
  const plainly = plain(value);
  return change({ store: 'memory', key, make: () => plainly, anew: true });
}

/** Changes what is kept under a key in one go: another tab may be changing it too. */
export function update<T>(key: string, how: (kept: T | undefined) => T): Promise<void> {
  return change({ store: 'memory', key, make: (kept) => plain(how(kept as T | undefined)) });
}

export function forget(keys: string[]): Promise<void> {
  return change(
    ...keys.map((key) => ({ store: 'memory' as const, key, make: nothing, anew: true as const })),
  );
}

function nothing(): undefined {
  return undefined;
}

/** A reactive proxy cannot be cloned into the database. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
