import { describe, expect, it } from 'vitest';

import de from './de.json';
import en from './en.json';
import { signed, speak, t } from './words.svelte';

describe('words', () => {
  it('speaks both languages', async () => {
    await speak('de');
    expect(t('home.new')).toBe(de.home.new);
    await speak('en');
    expect(t('home.new')).toBe(en.home.new);
  });

  it('has every word in both languages', () => {
    // What is shortened on a key differs by language.
    const { short: _de, ...german } = de;
    const { short: _en, ...english } = en;
    expect(keys(german)).toEqual(keys(english));
  });

  it('signs with a real minus', () => {
    expect(signed(-2)).toBe('−2');
    expect(signed(2)).toBe('+2');
    expect(signed(0)).toBe('0');
  });
});

function keys(words: object, prefix = ''): string[] {
  return Object.entries(words)
    .flatMap(([key, value]) => (typeof value === 'object' && value ? keys(value as object, `${prefix}${key}.`) : [`${prefix}${key}`]))
    .sort();
}
