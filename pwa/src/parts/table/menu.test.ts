import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '../..');
const components = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.svelte'))
  .map((file): [string, string] => [
    file.replaceAll('\\', '/'),
    readFileSync(join(src, file), 'utf8').replaceAll(/\s+/g, ' '),
  ]);
const menu = readFileSync(join(src, 'parts/table/menu-keys.ts'), 'utf8').replaceAll(/\s+/g, ' ');

/** The drawing of each way out of the menu. */
const DRAWN: Record<string, string> = {
  home: 'anchor',
  ...Object.fromEntries(
    [...menu.matchAll(/key: '(\w+)', drawing: '([\w-]+)'/g)].map(([, key, drawing]) => [key, drawing]),
  ),
};

/** Where else the menu's drawings are used, besides links: for what the menu's key opens, and what it is about. */
const ABOUT: Record<string, string[]> = {
  log: ['table/Account', 'table/Paused'],
  check: ['table/Account', 'table/Check', 'table/Offer'],
  keeping: ['again/Again', 'lightly/HowMuch', 'lightly/InPeace'],
  house: ['crew/HouseRules'],
  coach: ['table/Coach', 'table/CoachBar', 'table/TakesLine'],
  box: ['again/Again', 'evening/Evening', 'new-table/OwnBox', 'players/Player', 'rules/WhatIf'],
  crew: ['crew/Crew', 'players/Remembered'],
  phones: ['board/Board', 'table/Watch'],
  rules: ['table/LedgerBar'],
};

/** Links that lead to a page to have something put right there. */
const MENDS = ['modules/adventure_begins/ChapterEnd.svelte undo', 'screens/scores/Scores.svelte flag'];

test('the menu has fourteen drawings and two for what only some tables have, none of them twice', () => {
  expect(Object.keys(DRAWN)).toHaveLength(16);
  expect(new Set(Object.values(DRAWN)).size).toBe(16);
});

test('a link to where the menu leads has the menu’s drawing', () => {
  const ways: Record<string, string> = { '#/': 'home', '#/settings': 'settings', '#/rules': 'rules' };
  const wrong = components.flatMap(([file, text]) =>
    [...text.matchAll(/<a\b[^>]*?href="([^"]*)"[^>]*?> ?<Icon name="([\w-]+)"/g)].flatMap(
      ([, href = '', drawing = '']) => {
        const way = ways[href] ?? /^#\/table\/\{[^}]*\}\/(\w+)$/.exec(href)?.[1] ?? '';
        const meant = DRAWN[way];
        return meant === undefined || meant === drawing ? [] : [`${file} ${drawing}`];
      },
    ),
  );
  expect(wrong.sort()).toEqual(MENDS);
});

test('a drawing of the menu means nothing else anywhere', () => {
  const strange = Object.entries(DRAWN).flatMap(([way, drawing]) =>
    components
      .filter(([file, text]) => {
        const links = new RegExp(`<a\\b[^>]*> ?<Icon name="${drawing}"`, 'g');
        const known = ABOUT[way]?.some((one) => file.endsWith(`/${one}.svelte`));
        return !known && text.replaceAll(links, '').includes(`<Icon name="${drawing}"`);
      })
      .map(([file]) => `${drawing}: ${file}`),
  );
  // By hand is more than the menu's key: a seat that is taken, a knock.
  expect(strange.filter((one) => !/^(hand|share): /.test(one))).toEqual([]);
});
