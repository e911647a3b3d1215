import { expect, test } from 'vitest';

import type { Millis, View } from '../engine';
import type { KnownTable } from '../stores/database';
import { groupId, groupsOf, nextStarter, PATTERNS, rememberedTables } from './groups';
import type { Shelf } from './shelf';

const NOTHING: Shelf = { tables: {}, groups: {} };
const DAY = 86_400_000;

function table(
  code: string,
  players: string[],
  at: number,
  more: Partial<View> = {},
  members?: { table_name: string | null },
): KnownTable {
  const view = {
    phase: 'game_over',
    order: players.map((_, seat) => seat),
    start_player: 0,
    players: players.map((name, seat) => ({ seat, name, vp: 0 })),
    ...more,
  } as unknown as View;
  return {
    code,
    token: 't',
    seen: at + 5,
    opened: at,
    view,
    ...(members ? { members: members as KnownTable['members'] } : {}),
  } as KnownTable;
}

test('the same people in another order are the same group, others are another', () => {
  const tables = rememberedTables(
    [
      table('a', ['Ada', 'Ben'], DAY),
      table('b', ['ben ', 'ADA'], 2 * DAY),
      table('c', ['Ada', 'Ben', 'Cleo'], 3 * DAY),
    ],
    NOTHING,
  );
  expect(groupsOf(tables, NOTHING).map(({ tables: own }) => own.map((one) => one.table.code))).toEqual([
    ['c'],
    ['b', 'a'],
  ]);
});

test('a table that was put with another group counts there, and one that was deleted nowhere', () => {
  const shelf: Shelf = {
    tables: { c: { group: groupId(['Ada', 'Ben']) }, a: { deleted: 1 as Millis } },
    groups: { [groupId(['Ben', 'Ada'])]: { name: 'Thursday crew' } },
  };
  const tables = rememberedTables(
    [
      table('a', ['Ada', 'Ben'], DAY),
      table('b', ['Ada', 'Ben'], 2 * DAY),
      table('c', ['Ada', 'Ben', 'Cleo'], 3 * DAY),
    ],
    shelf,
  );
  expect(
    groupsOf(tables, shelf).map(({ name, tables: own }) => [name, own.map((one) => one.table.code)]),
  ).toEqual([['Thursday crew', ['c', 'b']]]);
});

test('what was said here is the name until the server has heard of it, then what the server says', () => {
  const known = table('a', ['Ada', 'Ben'], DAY, {}, { table_name: 'Ours' });
  const name = (tables: Shelf['tables']) => rememberedTables([known], { ...NOTHING, tables })[0]?.name;
  expect(name({})).toBe('Ours');
  expect(name({ a: { name: 'Mine', unsaid: true } })).toBe('Mine');
  expect(name({ a: { name: '', unsaid: true } })).toBe(null);
  expect(name({ a: { name: 'Mine' } })).toBe('Ours');
});

test('groups fly pennants of different patterns as long as there are some, the same ones when another group comes', () => {
  const tables = Array.from({ length: 6 }, (_, at) => table(`t${at}`, ['Ada', `Ben${at}`], (at + 1) * DAY));
  const flown = (count: number) =>
    new Map(
      groupsOf(rememberedTables(tables.slice(0, count), NOTHING), NOTHING).map(({ id, pennant }) => [
        id,
        pennant,
      ]),
    );
  const five = flown(5);
  expect(new Set([...five.values()].map((one) => one % PATTERNS)).size).toBe(5);
  const six = flown(6);
  for (const [id, pennant] of five) expect(six.get(id)).toBe(pennant);
  expect(new Set(six.values()).size).toBe(6);
});

test('the next starter sits clockwise next to the last one, and nobody who left the table begins', () => {
  const next = (more: Partial<View> = {}) =>
    nextStarter(table('a', ['Ada', 'Ben', 'Cleo'], 1, more).view)?.name;
  expect(next()).toBe('Ben');
  expect(next({ start_player: 2 })).toBe('Ada');
  expect(next({ order: [0, 2] })).toBe('Cleo');
  expect(next({ order: [1, 2] })).toBe('Ben');
});
