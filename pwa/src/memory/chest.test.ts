import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { NoAnswer, Rejected, useEngine } from '../engine';
import type { Editions, Millis, View } from '../engine';
import { FixtureEngine } from '../fixtures/engine';
import { knownTable, rememberTable } from '../stores/database';
import { DAYS, daysLeft, emptyChest, sayWhatWaits } from './chest';
import { put, shelf } from './shelf';

const told = { call: vi.fn(), remove: vi.fn(), members: vi.fn(async () => ({ you: 7 })) };
vi.mock('../engine', async (original) => ({ ...(await original<object>()), people: () => told }));

const VIEW = { revision: 0 } as View;
const days = (count: number): Millis => (count * 86_400_000) as Millis;
const forgotten: string[] = [];

beforeEach(async () => {
  vi.clearAllMocks();
  forgotten.length = 0;
  const engine = new FixtureEngine(VIEW, { catalogue: { sets: [] }, editions: {} as Editions });
  engine.forget = async (code = '') => void forgotten.push(code);
  useEngine(engine);
  await rememberTable({ code: 'a', token: 'key', seen: days(1), view: VIEW });
  await put('a', {
    name: undefined,
    unsaid: undefined,
    deleted: undefined,
    leaving: undefined,
    left: undefined,
  });
});

afterEach(() => useEngine(null));

test('a table that was deleted can be brought back for a month, then nothing of it is kept', async () => {
  await put('a', { deleted: days(0), name: 'Ours' });
  await emptyChest((days(DAYS) - 1) as Millis);
  expect(await knownTable('a')).toBeDefined();
  expect(forgotten).toEqual([]);
  await emptyChest(days(DAYS));
  expect(await knownTable('a')).toBeUndefined();
  expect(forgotten).toEqual(['a']);
  expect((await shelf()).tables['a']).toBeUndefined();
});

test('the days that are left are counted down to one', () => {
  expect([0, 1, DAYS - 1, DAYS].map((gone) => daysLeft(days(0), days(gone)))).toEqual([30, 29, 1, 1]);
});

test('a name waits for the network and is told once', async () => {
  await put('a', { name: 'Ours', unsaid: true });
  told.call.mockRejectedValueOnce(new NoAnswer('offline'));
  await sayWhatWaits();
  expect((await shelf()).tables['a']).toMatchObject({ name: 'Ours', unsaid: true });
  await sayWhatWaits();
  await sayWhatWaits();
  expect(told.call.mock.calls.map(([, name]: unknown[]) => name)).toEqual(['Ours', 'Ours']);
  expect((await shelf()).tables['a']?.unsaid).toBeUndefined();
});

test('who may not name the table keeps the name on the phone, and it is not told again', async () => {
  await put('a', { name: 'Ours', unsaid: true });
  told.call.mockRejectedValueOnce(new Rejected(403, 'not_allowed', 'no'));
  await sayWhatWaits();
  await sayWhatWaits();
  expect(told.call).toHaveBeenCalledTimes(1);
  expect((await shelf()).tables['a']?.name).toBe('Ours');
});

test('a place is given up as soon as the server hears of it', async () => {
  await put('a', { leaving: true });
  await sayWhatWaits();
  expect(told.remove.mock.calls[0]?.slice(1)).toEqual([7, true]);
  expect((await shelf()).tables['a']).toEqual({ left: true });
});
