import { forceCloseDatabase } from 'fake-indexeddb';
import { openDB, unwrap } from 'idb';
import type { IDBPDatabase } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Disk, NotKept } from './disk';

let name = '';
let count = 0;
let disk: Disk;
let again = vi.fn();
let handle: IDBPDatabase;

const make = () => new Disk(name, (database) => void database.createObjectStore('things'), again);
const put = (value: string) =>
  disk.write(['things'], async (change) => void (await change.objectStore('things').put(value, 'one')));
const get = () =>
  disk.read(async (database) => {
    handle = database;
    return (await database.get('things', 'one')) as string | undefined;
  });

beforeEach(async () => {
  name = `disk-${(count += 1)}`;
  again = vi.fn();
  disk = make();
  await put('first');
  await get();
});

afterEach(() => vi.restoreAllMocks());

describe('a database that the browser has closed', () => {
  it('is opened again for what is written next', async () => {
    handle.close();
    await put('second');
    expect([await get(), disk.keeping, again.mock.calls.length]).toEqual(['second', 'well', 1]);
  });

  it('is opened again by itself where the browser says so, whatever it has lost', async () => {
    forceCloseDatabase(unwrap(handle) as unknown as Parameters<typeof forceCloseDatabase>[0]);
    indexedDB.deleteDatabase(name);
    await vi.waitFor(() => expect(again).toHaveBeenCalled());
    expect(await get()).toBeUndefined();
  });

  it('is given up where another tab clears it away', async () => {
    const gone = new Promise((resolve) => {
      indexedDB.deleteDatabase(name).onsuccess = resolve;
    });
    await gone;
    await put('second');
    expect(await get()).toBe('second');
  });
});

describe('a database that does not open', () => {
  it('once is opened by the second try, and nobody hears of it', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    disk = make();
    expect([await get(), disk.keeping]).toEqual(['first', 'well']);
  });

  it('is called none until it does', async () => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    disk = make();
    await expect(put('second')).rejects.toThrow(NotKept);
    expect(disk.keeping).toBe('none');
    open.mockRestore();
    await disk.tryAgain();
    await put('second');
    expect([await get(), disk.keeping, again.mock.calls.length > 0]).toEqual(['second', 'well', true]);
  });

  it('for long is called none, and is used when it opens at last', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { open } = IDBFactory.prototype;
    let answer: () => void = () => undefined;
    vi.spyOn(indexedDB, 'open').mockImplementation((...given) => {
      const request = open.apply(indexedDB, given);
      const add = request.addEventListener.bind(request);
      request.addEventListener = ((event: string, heard: EventListener) => {
        add(event, (told) => {
          answer = () => heard(told);
          if (event !== 'success') heard(told);
        });
      }) as typeof add;
      return request;
    });
    disk = make();
    const asked = expect(get()).rejects.toThrow(NotKept);
    await vi.advanceTimersByTimeAsync(4000);
    vi.useRealTimers();
    await asked;
    expect(disk.keeping).toBe('none');
    answer();
    await vi.waitFor(() => expect(again).toHaveBeenCalled());
    expect([await get(), disk.keeping]).toEqual(['first', 'well']);
  });
});

it('writes all of it or nothing', async () => {
  const real = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: unknown,
    key?: IDBValidKey,
  ) {
    if (key === 'two') throw new DOMException('full', 'QuotaExceededError');
    return real.call(this, value, key);
  });
  const both = disk.write(['things'], async (change) => {
    await change.objectStore('things').put('second', 'one');
    await change.objectStore('things').put('second', 'two');
  });
  await expect(both).rejects.toMatchObject({ why: 'full' });
  expect([await get(), disk.keeping]).toEqual(['first', 'full']);
});

it('leaves a mistake of ours what it is', async () => {
  await expect(disk.write(['things'], () => Promise.reject(new TypeError('ours')))).rejects.toThrow(
    TypeError,
  );
  const other = await openDB(name);
  expect([await other.get('things', 'one'), disk.keeping]).toEqual(['first', 'well']);
  other.close();
});
