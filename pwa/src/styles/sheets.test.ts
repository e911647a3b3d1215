import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/** What no screen has for itself. */
const SHARED = ['fonts', 'tokens', 'base', 'pages', 'parts'];
const sheets = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.css'))
  .map((file) => file.slice(0, -4));
const own = sheets.filter((name) => !SHARED.includes(name));

function read(path: string): string {
  return readFileSync(join(SOURCE, path), 'utf8');
}

/** What stands before each block that lies in no other. */
function outermost(css: string): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  const plain = css.replace(/\/\*[^]*?\*\//g, '');
  [...plain].forEach((sign, at) => {
    if (sign === '{' && depth++ === 0) found.push(plain.slice(from, at).trim());
    if (sign === '}' && --depth === 0) from = at + 1;
  });
  return found;
}

function outside(name: string, css: string): string[] {
  const roots = [`:where(:root[data-sheets~="${name}"])`, `:root:where([data-sheets~="${name}"])`];
  return outermost(css).filter((head) => !roots.includes(head) && !head.startsWith('@keyframes '));
}

test.each(sheets)('%s.css closes every block that it opens', (name) => {
  const plain = read(`styles/${name}.css`).replace(/\/\*[^]*?\*\//g, '');
  expect(plain.split('{').length).toBe(plain.split('}').length);
});

test('a rule beside a root is seen', () => {
  expect(
    outside(
      'log',
      ':where(:root[data-sheets~="log"]) { .a { color: red; } }\n.asks li { color: red; }\n@media print { .b { color: red; } }',
    ),
  ).toEqual(['.asks li', '@media print']);
});

test.each(own)('%s.css says nothing about a screen that does not wear it', (name) => {
  expect(outside(name, read(`styles/${name}.css`))).toEqual([]);
});

test('every sheet of a screen is loaded with the others and worn by one', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.svelte'),
  );
  const worn = files.flatMap((file) =>
    [...read(file).matchAll(/^ {2}wear\(([^)]*)\);$/gm)].flatMap(([, names]) =>
      [...(names ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name),
    ),
  );
  expect([...new Set(worn)].sort()).toEqual([...own].sort());
  // Home comes with the first byte and before what all screens share; the others in one order that does not depend on what
  // was opened first.
  const imported = [...files, 'main.ts'].flatMap((file) =>
    [...read(file).matchAll(/import '.*\/(.+)\.css'/g)].map(([, name]) => name),
  );
  expect(imported).toEqual(['home', ...SHARED]);
  const together = [...read('styles/screens.ts').matchAll(/import '\.\/(.+)\.css'/g)].map(([, name]) => name);
  expect([...together, 'home'].sort()).toEqual([...own].sort());
});
