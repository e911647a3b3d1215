// @vitest-environment node
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

import { expect, test } from 'vitest';

import later from './en.json';
import first from './first/en.json';

const SRC = resolve(import.meta.dirname, '..');
/** Screens that come up before the words of the table are loaded. */
const FIRST = [
  'App.svelte',
  'later.ts',
  'screens/home/Home.svelte',
  'screens/join/Join.svelte',
  'screens/settings/Settings.svelte',
];

test('what the first screens say, they bring along', () => {
  const files = broughtBy(FIRST.map((name) => join(SRC, name)));
  expect(files.size).toBeGreaterThan(FIRST.length);
  const missing = [...files].flatMap((file) =>
    saidIn(readFileSync(file, 'utf8')).flatMap((key) =>
      said(first, key) ? [] : [`${relative(SRC, file)}: ${key}`],
    ),
  );
  expect(missing).toEqual([]);
});

test('no word is brought twice', () => {
  expect(Object.keys(first).filter((section) => section in later)).toEqual([]);
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
