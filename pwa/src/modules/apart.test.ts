import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const ENGINE = join(SOURCE, '../../companion/engine/modules');

function folders(of: string): string[] {
  return existsSync(of)
    ? readdirSync(of, { withFileTypes: true })
        .filter((one) => one.isDirectory() && !one.name.startsWith('_'))
        .map(({ name }) => name)
    : [];
}

/** Whatever has rules of its own in the engine, or something of its own here. */
const modules = [...new Set([...folders(ENGINE), ...folders(import.meta.dirname)])].filter(
  (name) => name !== 'base',
);
/** Tests and what they are given play real games with real modules; types are written from the specification, which has all. */
const GIVEN = /^fixtures\/|\.test\.ts$|^engine\/api\.d\.ts$/;
const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile())
  .map((one) => join(one.parentPath, one.name).slice(SOURCE.length + 1))
  .filter((file) => !/\.woff2$/.test(file));
const looked = files.filter((file) => !GIVEN.test(file));

function named(file: string, text: string): string[] {
  const own = /^modules\/([^/]+)\//.exec(file)?.[1];
  return modules.filter((name) => name !== own && new RegExp(name, 'i').test(text));
}

test('all files are looked at, those of every screen and of every module among them', () => {
  expect(modules).toContain('gambler');
  const rooms = new Set(looked.map((file) => file.split('/')[0]));
  expect([...rooms].sort()).toEqual(
    expect.arrayContaining([
      'App.svelte',
      'drawings',
      'engine',
      'modules',
      'parts',
      'screens',
      'stores',
      'styles',
      'words',
    ]),
  );
  expect(looked).toEqual(
    expect.arrayContaining([
      'screens/table/Table.svelte',
      'drawings/symbols.svg',
      'words/en.json',
      'words/de.json',
      'modules/gambler/symbols.svg',
    ]),
  );
  expect(looked.length).toBeGreaterThan(250);
});

test('a name would be seen wherever it stands', () => {
  expect(named('screens/table/Pad.svelte', 'if (type === "use_gambler")')).toEqual(['gambler']);
  expect(named('modules/gambler/topics.ts', 'gambler')).toEqual([]);
  expect(named('modules/jomc/topics.ts', 'Gambler')).toEqual(['gambler']);
});

test('no module is named outside its own folder', () => {
  const found = looked.flatMap((file) =>
    named(file, readFileSync(join(SOURCE, file), 'utf8')).map((name) => `${file} names ${name}`),
  );
  expect(found).toEqual([]);
});
