import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { asTitle, sentences } from './sentences';

test('between two sentences is one full stop, and the second begins with a capital', () => {
  expect(sentences('Ben busts', 'so the second Flute stays')).toBe('Ben busts. So the second Flute stays');
  expect(sentences('Ist das so?', 'über Bord.')).toBe('Ist das so? Über Bord.');
  expect(sentences('never repelled.', '', undefined, '−5: 4 and 1')).toBe('never repelled. −5: 4 and 1');
  expect(sentences('round 3', ' Or one of 2 others like it.')).toBe('round 3. Or one of 2 others like it.');
  expect(sentences('', 'small where it stands first')).toBe('small where it stands first');
});

test('a title has no full stop', () => {
  expect(asTitle('A ship with a skull can never be repelled.')).toBe(
    'A ship with a skull can never be repelled',
  );
});

test('nobody puts two sentences together by hand', () => {
  const src = join(import.meta.dirname, '..');
  const glued = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('.test.ts'))
    .filter((file) => /[}`]?\. (\$\{|\{)t\(|\} \{t\('account\.alike/.test(body(join(src, file))));
  expect(glued).toEqual([]);
});

/** Without what only ends what a screen reader says of a key. */
function body(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/<span class="sr"\s*>\. \{t\([^)]*\)\}/g, '');
}
