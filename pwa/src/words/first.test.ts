// @vitest-environment node
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { expect, test } from 'vitest';

import early from './early/en.json';
import later from './en.json';
import first from './first/en.json';

const SRC = resolve(import.meta.dirname, '..');
/** What comes up with the words of home alone. */
const FIRST = ['App.svelte', 'later.ts', 'screens/home/Home.svelte', 'screens/unreached/Unreached.svelte'];
/** Screens that come up before the words of the table are loaded. */
const EARLY = ['screens/join/Join.svelte', 'screens/settings/Settings.svelte'];

test.each([
  ['home says', FIRST, first],
  ['is said early', EARLY, { ...first, ...early }],
])('what %s, it brings along', (_what, names, words) => {
  const files = broughtBy(names.map((name) => join(SRC, name)));
  expect(files.size).toBeGreaterThan(names.length);
  const missing = [...files].flatMap((file) =>
    saidIn(readFileSync(file, 'utf8')).flatMap((key) =>
      said(words, key) ? [] : [`${relative(SRC, file)}: ${key}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('no word is brought twice', () => {
  const sections = [first, early, later].flatMap(Object.keys);
  expect(sections.filter((section, place) => sections.indexOf(section) < place)).toEqual([]);
});

/** Keys, and beginnings of keys: of a section and a code from elsewhere the section with its dot. */
function saidIn(source: string): string[] {
  return [
    ...[...source.matchAll(/\bt\(['`]([^'`$]+)/g)].map(([, key = '']) => key),
    ...[...source.matchAll(/\btFrom\('([^']+)'/g)].map(([, section = '']) => `${section}.`),
  ];
}

function broughtBy(files: string[], seen = new Set<string>()): Set<string> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.add(file);
    const imports = [...readFileSync(file, 'utf8').matchAll(/^\s*import (?!type\b)[^;]*?'(\.[^']+)'/gm)];
    broughtBy(
      imports.flatMap(([, name = '']) => found(resolve(dirname(file), name))),
      seen,
    );
  }
  return seen;
}

function found(path: string): string[] {
  return ['', '.ts', '/index.ts']
    .map((end) => path + end)
    .filter((file) => /\.(ts|svelte)$/.test(file) && existsSync(file) && statSync(file).isFile())
    .slice(0, 1);
}

/** A key may be the beginning of several: `…_one`, or `home.` before what is chosen. */
function said(words: object, key: string): boolean {
  return flat(words).some(
    (one) => one === key || one.startsWith(`${key}_`) || (key.endsWith('.') && one.startsWith(key)),
  );
}

function flat(words: object, before = ''): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'object' && value ? flat(value as object, `${before}${key}.`) : [before + key],
  );
}
