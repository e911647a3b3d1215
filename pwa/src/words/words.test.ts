import { describe, expect, it } from 'vitest';

import laterDe from './de.json';
import laterEn from './en.json';
import firstDe from './first/de.json';
import firstEn from './first/en.json';
import { hasShared, signed, speak, speakRules, t } from './words.svelte';

const en = { ...firstEn, ...laterEn };
const de = { ...firstDe, ...laterDe };

describe('words', () => {
  it('speaks both languages', async () => {
    await speak('de');
    expect(t('home.new')).toBe(de.home.new);
    await speak('en');
    expect(t('home.new')).toBe(en.home.new);
  });

  it('speaks of rules in a language that was spoken before any rule was', async () => {
    await speak('de');
    await speak('en');
    await speakRules();
    await speak('de');
    expect(hasShared('ledger.placed')).toBe(true);
    await speak('en');
    // The words are read from many files the first time.
  }, 60_000);

  it('has every word in both languages', () => {
    // What is shortened on a key differs by language.
    const { short: _de, ...german } = de;
    const { short: _en, ...english } = en;
    expect(keys(german)).toEqual(keys(english));
  });

  it.each([['en', en], ['de', de]] as const)('says one and many where a number counts something, %s', (_language, words) => {
    // What may follow a number without being counted by it; {swords} is chosen with the number by `Speech.swords`.
    const free = new Set(['{swords}', 'of', 'more', 'less', 'out', 'printed', 'to', 'in', 'percent', 'left', 'von', 'mehr', 'weniger', 'frei', 'aufgedruckt', 'an', 'told', 'nehmen', 'insgesamt', 'zur', 'here', 'da', 'Prozent']);
    const single = Object.entries(flat(words)).flatMap(([key, text]) => {
      const counted = /\{count\} ([^\s,.;:]+)/.exec(text)?.[1];
      return counted && /\p{L}/u.test(counted) && !free.has(counted) && !/_(zero|one|other)$/.test(key) ? [`${key}: ${text}`] : [];
    });
    expect(single).toEqual([]);
  });

  it.each([['en', en], ['de', de]] as const)('has a form for many of whatever has one for one, %s', (_language, words) => {
    const all = Object.keys(flat(words));
    const stems = (end: string) => all.filter((key) => key.endsWith(end)).map((key) => key.slice(0, -end.length)).sort();
    expect(stems('_other')).toEqual(expect.arrayContaining(stems('_one')));
  });

  it('has every word of a module in both languages', () => {
    const found = import.meta.glob<object>(['../modules/*/words/*.json', '../../../companion/engine/modules/*/words/*.json'], { eager: true, import: 'default' });
    const english = Object.keys(found).filter((path) => path.endsWith('/en.json'));
    expect(english.length).toBeGreaterThan(3);
    for (const path of english) expect(keys(found[path.replace(/en\.json$/, 'de.json')] ?? {}), path).toEqual(keys(found[path] ?? {}));
    expect(Object.keys(found)).toHaveLength(2 * english.length);
  });

  it('signs with a real minus', () => {
    expect(signed(-2)).toBe('−2');
    expect(signed(2)).toBe('+2');
    expect(signed(0)).toBe('0');
  });
});

function flat(words: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(Object.entries(words).flatMap(([key, value]) => (
    typeof value === 'object' && value ? Object.entries(flat(value as object, `${prefix}${key}.`)) : [[`${prefix}${key}`, String(value)]]
  )));
}

function keys(words: object, prefix = ''): string[] {
  return Object.entries(words)
    .flatMap(([key, value]) => (typeof value === 'object' && value ? keys(value as object, `${prefix}${key}.`) : [`${prefix}${key}`]))
    .sort();
}
