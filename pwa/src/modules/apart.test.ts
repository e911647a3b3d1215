import { execFileSync } from 'node:child_process';
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
  .filter((file) => !/\.(woff2|LICENSE)$/.test(file));
const looked = files.filter((file) => !GIVEN.test(file));

function ownerOf(file: string): string | undefined {
  return /^modules\/([^/]+)\//.exec(file)?.[1];
}

function named(file: string, text: string): string[] {
  const own = ownerOf(file);
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

/** What each module brings: cards, what they carry, entries and their keys, lines, refusals, rules ... */
const brought = JSON.parse(
  execFileSync(process.env['PYTHON'] ?? 'python3', ['-m', 'tools.brought'], {
    cwd: join(SOURCE, '../..'),
    encoding: 'utf8',
  }),
) as Record<string, string[]>;
/** By what is brought, who brings it. */
const owners = new Map<string, string[]>();
for (const [module, own] of Object.entries(brought))
  for (const name of own.map((one) => one.toLowerCase()))
    owners.set(name, [...(owners.get(name) ?? []), module]);

/** Of what modules bring, words that mean something else outside of them: why each may stand there. */
const ORDINARY: Record<string, string> = {
  ability: 'what any person can do',
  character: "a browser's",
  characters: "a browser's",
  crown: 'the drawing of whoever leads',
  event: "a browser's",
  events: "a browser's, and what a countdown counts",
  items: 'of any list; the score has its own',
  markers: 'what lies on any goal, and who laid it',
  mixed: 'of modules mixed into a game, and a card that may be of several kinds',
  month: 'of a calendar',
  of: 'English',
  set_aside: 'English',
  source: 'where coins come from',
  story: 'English',
  under: 'English',
  unknown: 'English',
};

/** The modules that come with one, of which it may speak. */
function broughtAlong(module: string): string[] {
  const manifest = JSON.parse(readFileSync(join(ENGINE, module, 'module.json'), 'utf8')) as {
    brings?: string[];
  };
  return manifest.brings ?? [];
}

/** Of these, the ones that are the module's all the same where they stand as a text by themselves. */
const TEXTS = ['ability', 'character', 'event', 'month', 'source', 'story', 'under'];

function withoutComments(text: string): string {
  return text.replace(/<!--.*?-->|\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/.*/g, '');
}

/** What a file is made of: identifiers, keys, texts, classes and symbols, in one spelling; of words their keys and gaps. */
function spelled(file: string, text: string): string[] {
  const code = file.endsWith('.json')
    ? [...text.matchAll(/"([^"]*)":|\{([\w.]+)\}/g)].map(([, key, gap]) => key ?? gap).join(' ')
    : withoutComments(text);
  const found = new Set(code.match(/[a-z_$][\w-]*/gi));
  return [...found].map(
    (one) =>
      `_${one
        .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replaceAll('-', '_')
        .toLowerCase()}_`,
  );
}

function broughtTo(file: string, text: string): string[] {
  const all = spelled(file, text).join(' ');
  const own = ownerOf(file);
  const mine = own ? [own, ...broughtAlong(own)] : [];
  return [...owners]
    .filter(([name, by]) => !by.some((one) => mine.includes(one)) && all.includes(`_${name}_`))
    .map(([name]) => name)
    .sort();
}

test('what a module brings would be seen however it is spelled', () => {
  expect(broughtTo('a.ts', "if (card.gift) said('item_given'); // crowns")).toEqual(['gift', 'item_given']);
  expect(broughtTo('a.svelte', '<MissionBox data-down-to={1} /> <!-- rum -->')).toEqual([
    'down_to',
    'mission',
  ]);
  expect(broughtTo('a.json', '{"gift": "crowns: {bread}"}')).toEqual(['bread', 'gift']);
});

test('nothing that a module brings is known outside its own folder', () => {
  const found = looked.flatMap((file) =>
    broughtTo(file, readFileSync(join(SOURCE, file), 'utf8')).map((name) => ({ file, name })),
  );
  const texts = new RegExp(`(['"\`])(${TEXTS.join('|')})\\1`);
  const inText = looked
    .filter((file) => !ownerOf(file) && /\.(ts|svelte)$/.test(file))
    .flatMap((file) => {
      const name = texts.exec(withoutComments(readFileSync(join(SOURCE, file), 'utf8')))?.[2];
      return name ? [{ file, name }] : [];
    });
  const more = [...found.filter(({ name }) => !(name in ORDINARY)), ...inText];
  expect(more.map(({ file, name }) => `${file} has ${name}`).sort()).toEqual([]);
  expect(Object.keys(ORDINARY).filter((name) => !found.some((one) => one.name === name))).toEqual([]);
});
