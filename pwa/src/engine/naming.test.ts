import { expect, it } from 'vitest';

import { pythonRules } from '../fixtures/rules';
import names from '../../../tests/data/names.json';
import { sameName } from './naming';
import { looks } from '../words/alike';

const takes = async (found: string[]): Promise<string[]> => {
  const rules = (await pythonRules())();
  const taken = await Promise.all(
    found.map((name) =>
      rules.call('name', { name }).then(
        () => name,
        () => '',
      ),
    ),
  );
  return taken.filter(Boolean);
};

it('takes no name of what the Unicode data calls ignorable, and every one that people write', async () => {
  const ignorable = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /\p{Default_Ignorable_Code_Point}/u.test(sign));
  expect(ignorable.length).toBeGreaterThan(4000);
  expect(await takes(ignorable.flatMap((sign) => [sign, `B${sign}n`]))).toEqual([]);
  const written = Object.values(names).flat();
  expect(await takes(written)).toEqual(written);
});

it.each([
  ['Ben', 'Веn', true],
  ['Anna', 'Αnna', true],
  ['Otto', '0tto', true],
  ['Ilse', 'llse', true],
  ['Ann Lee', 'AnnLee', true],
  ['Marn', 'Mam', true],
  ['Zoe', 'Zoë', false],
  ['Ben', 'Den', false],
  ['山本', '山下', false],
])('sees whether %s and %s look the same', (one, other, same) => {
  expect(looks(one) === looks(other)).toBe(same);
  expect(sameName(one, other)).toBe(false);
});

it.each([
  ['Ann', ' ann '],
  ['Ann', 'Ａnn'],
  ['Ann Lee', 'ann  lee'],
  ['علی‌رضا', 'علیرضا'],
])('knows %s and %s for one', (one, other) => {
  expect(sameName(one, other)).toBe(true);
});
