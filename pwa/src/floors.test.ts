import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

import { parse } from 'svelte/compiler';
import { describe, expect, it, test } from 'vitest';

/**
 * The floors of the house, the lowest first. A room imports rooms of its own floor and of those below, and no two rooms
 * each other. Modules are found by their place (`import.meta.glob`), so that nothing here knows them.
 */
const FLOORS = [
  ['words', 'drawings', 'fonts', 'styles', 'sw', 'engine'],
  ['stores', 'memory'],
  ['parts', 'parts/*'],
  ['screens/*', 'modules/*'],
  ['the roof'],
];

/** A screen that shows another one whole. What two screens share in pieces lies in `parts`. */
const SCREEN_IN_SCREEN = [
  'screens/display/Display.svelte -> screens/table/Quay.svelte',
  'screens/display/Display.svelte -> screens/table/on-quay.ts',
  'screens/learn/Learn.svelte -> screens/table/WalkFoot.svelte',
  'screens/table/beside/Beside.svelte -> screens/log/Log.svelte',
  'screens/table/beside/Beside.svelte -> screens/rules/RulesDesk.svelte',
];

/** Names of files that come again in other rooms, and mean the same there. */
const MEAN_THE_SAME = [
  'awards',
  'bust',
  'doubt',
  'events',
  'goals',
  'index',
  'needs',
  'now',
  'own-box',
  'persona',
  'practice',
  'prints',
  'settings',
  'table',
  'topics',
  'walks',
];

/** So many things may be given to a component: with more, it has two jobs, or asks for what its context has. */
const MOST_PROPS = 8;

/** Hands a bag on: attributes of the page that begin with `data-`, and nothing else. */
const HANDS_ON = 'parts/modules/Walk.svelte';

const SOURCE = import.meta.dirname;
/** Given to tests, and to the page on which they look at a screen. */
const GIVEN = /^fixtures\/|\.test\.ts$|\.d\.ts$/;
const ENDINGS = ['', '.ts', '.svelte', '.svelte.ts', '/index.ts'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(ts|svelte)$/.test(file) && !GIVEN.test(file),
);
const arrows = files.flatMap((file) => imported(file).map((other) => [file, other] as const));
const rooms = [...new Set(files.map(roomOf))];

/** What a file imports, in its script and in its markup, at once or later. */
function imported(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)].flatMap(([, way = '']) => {
    const other = relative(SOURCE, resolve(SOURCE, dirname(file), way));
    const found = ENDINGS.map((ending) => other + ending).find(isFile);
    return found && /\.(ts|svelte)$/.test(found) && !GIVEN.test(found) ? [found] : [];
  });
}

function isFile(file: string): boolean {
  const path = join(SOURCE, file);
  return !file.startsWith('..') && existsSync(path) && statSync(path).isFile();
}

/**
 * What a component is given, by name: the names of the destructuring count, not what they are called inside. One that
 * takes all in one piece or the rest in a bag takes any number.
 */
function propsOf(source: string): number {
  const script = parse(source, { modern: true }).instance?.content.body ?? [];
  for (const statement of script) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declarations) {
      if (init?.type !== 'CallExpression') continue;
      if (init.callee.type !== 'Identifier' || init.callee.name !== '$props') continue;
      if (id.type !== 'ObjectPattern') return Infinity;
      return id.properties.some(({ type }) => type === 'RestElement') ? Infinity : id.properties.length;
    }
  }
  return 0;
}

/** Of the screens, the modules and the parts each is a room; what lies beside the rooms is the roof. */
function roomOf(file: string): string {
  const [first = '', second] = file.split('/').slice(0, -1);
  if (!first) return 'the roof';
  return second && ['screens', 'modules', 'parts'].includes(first) ? `${first}/${second}` : first;
}

function floorOf(room: string): number {
  return FLOORS.findIndex((floor) =>
    floor.some((name) => name === room || name === `${room.split('/')[0]}/*`),
  );
}

function between(here: (room: string) => boolean, there: (room: string) => boolean): string[] {
  const found = arrows.filter(
    ([file, other]) => roomOf(file) !== roomOf(other) && here(roomOf(file)) && there(roomOf(other)),
  );
  return [...new Set(found.map((arrow) => arrow.join(' -> ')))].sort();
}

/** Rooms of circles, with those that lead into one; none where there is no circle. */
function inCircles(ways: readonly (readonly [string, string])[]): string[] {
  let left = [...new Set(ways.flat())];
  for (;;) {
    const next = left.filter((room) => ways.some(([from, to]) => from === room && left.includes(to)));
    if (next.length === left.length) return next;
    left = next;
  }
}

test('imports are seen in scripts and in markup, whatever they are called', () => {
  expect(arrows.length).toBeGreaterThan(1000);
  expect(imported('screens/table/Table.svelte')).toContain('stores/settings.svelte.ts');
  expect(imported('routes.ts')).toContain('screens/table/Table.svelte');
  const around = [
    ['a', 'b'],
    ['b', 'a'],
    ['b', 'c'],
  ] as const;
  expect(inCircles(around)).toEqual(['a', 'b']);
});

test('props are counted by name, whatever stands for them inside', () => {
  const given = (props: string): number => propsOf(`<script lang="ts">${props}</script>`);
  expect(given('let { a, b: c = { d: 1, e: [2, 3] }, f = (g, h) => g }: { a: string } = $props();')).toBe(3);
  expect(given('let props: { a: string; b: string } = $props();')).toBe(Infinity);
  expect(given('let { a, ...rest } = $props();')).toBe(Infinity);
  expect(given('const id = $props.id();')).toBe(0);
});

describe('the house', () => {
  it('has a floor for every room', () => {
    expect(rooms.filter((room) => floorOf(room) < 0)).toEqual([]);
  });

  it.each(rooms)('%s imports nothing of a floor above', (room) => {
    const above = between(
      (here) => here === room,
      (there) => floorOf(there) > floorOf(room),
    );
    expect(above).toEqual([]);
  });

  it('has no circle of rooms', () => {
    const ways = arrows.map(([file, other]) => [roomOf(file), roomOf(other)] as const);
    expect(inCircles(ways.filter(([here, there]) => here !== there))).toEqual([]);
  });

  it('shows a screen in another one only where that is named', () => {
    const isScreen = (room: string): boolean => /^(screens|modules)\//.test(room);
    expect(between(isScreen, isScreen)).toEqual(SCREEN_IN_SCREEN);
  });

  it('hands the table and its speech on by the stage, not from piece to piece', () => {
    const handed = files
      .filter((file) => file.endsWith('.svelte'))
      .flatMap((file) => readFileSync(join(SOURCE, file), 'utf8').match(/\s\{(view|speech)\}/g) ?? []);
    expect(handed.length).toBeLessThan(12);
  });

  it("keeps the table's screen a stage: what happens on it is elsewhere", () => {
    const stage = readFileSync(join(SOURCE, 'screens/table/Table.svelte'), 'utf8');
    expect(stage.split('\n').length).toBeLessThan(250);
    expect(stage.match(/^ *import\b/gm)?.length).toBeLessThanOrEqual(25);
  });

  it('gives no component more than it can use', () => {
    const more = files
      .filter((file) => file.endsWith('.svelte') && file !== HANDS_ON)
      .map((file) => [file, propsOf(readFileSync(join(SOURCE, file), 'utf8'))] as const)
      .filter(([, props]) => props > MOST_PROPS);
    expect(more.map(([file, props]) => `${file}: ${props}`)).toEqual([]);
  });

  it('gives no two things in different rooms the same name', () => {
    const places = new Map<string, Set<string>>();
    for (const file of files) {
      const name = basename(file)
        .replace(/(\.svelte|\.types)?\.(ts|svelte)$|\.svelte$/, '')
        .toLowerCase();
      places.set(name, (places.get(name) ?? new Set()).add(dirname(file)));
    }
    const again = [...places].filter(([, rooms]) => rooms.size > 1).map(([name]) => name);
    expect(again.sort()).toEqual(MEAN_THE_SAME);
  });
});
