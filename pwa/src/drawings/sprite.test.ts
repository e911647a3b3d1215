import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { idsOf, merged, sheetsIn, typesBeside, typesOf } from '../../tools/sprite';
import { personDrawing } from './sprite';

test('the drawings of a module stand beside those of the game', () => {
  const all = merged('<svg xmlns="x">\n<symbol id="boat"></symbol>\n</svg>\n', [
    '<svg xmlns="x">\n<symbol id="toy"><path/></symbol>\n</svg>\n',
  ]);
  expect(idsOf(all)).toEqual(['boat', 'toy']);
  expect(all.match(/<\/svg>/g)).toHaveLength(1);
});

test('two drawings of one name are refused', () => {
  expect(() =>
    merged('<svg><symbol id="boat"></symbol></svg>', ['<svg><symbol id="boat"></symbol></svg>']),
  ).toThrow('boat');
});

test('a person is drawn by what his module brings', () => {
  expect(personDrawing('gambler')).toBe('gambler');
  expect(personDrawing('nobody')).toBe('jack');
  const modules = join(import.meta.dirname, '../modules');
  expect(readdirSync(modules)).toContain('gambler');
  expect(idsOf(readFileSync(join(modules, 'gambler/symbols.svg'), 'utf8'))).toEqual(['gambler']);
});

test.each(sheetsIn(join(import.meta.dirname, '..')))(
  'the types beside %s name its drawings',
  async (sheet) => {
    await expect(typesOf(readFileSync(sheet, 'utf8'))).toMatchFileSnapshot(typesBeside(sheet));
  },
);
