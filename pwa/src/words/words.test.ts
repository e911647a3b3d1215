import { describe, expect, it } from 'vitest';

import laterDe from './de.json';
import laterEn from './en.json';
import earlyDe from './early/de.json';
import earlyEn from './early/en.json';
import firstDe from './first/de.json';
import firstEn from './first/en.json';
import { LANGUAGES } from './languages';
import { hasShared, language, list, shares, signed, speak, speakRules, t } from './words.svelte';

const en = { ...firstEn, ...earlyEn, ...laterEn };
const de = { ...firstDe, ...earlyDe, ...laterDe };

describe('words', () => {
  it('speaks of rules in a language that was spoken before any rule was', async () => {
    await speak('de');
    await speak('en');
    await speakRules();
    await speak('de');
    expect(hasShared('ledger.placed')).toBe(true);
    await speak('en');
    // The words are read from many files the first time.
  }, 60_000);

  it.each([
    ['en', en],
    ['de', de],
  ] as const)('says one and many where a number counts something, %s', (_language, words) => {
    // What may follow a number without being counted by it; {swords} is chosen with the number by `Speech.swords`.
    const free = new Set([
      '{swords}',
      'of',
      'or',
      'more',
      'less',
      'out',
      'printed',
      'to',
      'in',
      'percent',
      'left',
      'von',
      'mehr',
      'weniger',
      'frei',
      'aufgedruckt',
      'an',
      'done',
      'nehmen',
      'insgesamt',
      'zur',
      'here',
      'da',
      'Prozent',
    ]);
    const single = Object.entries(flat(words)).flatMap(([key, text]) => {
      const counted = /\{count\} ([^\s,.;:]+)/.exec(text)?.[1];
      return counted && /\p{L}/u.test(counted) && !free.has(counted) && !/_(zero|one|other)$/.test(key)
        ? [`${key}: ${text}`]
        : [];
    });
    expect(single).toEqual([]);
  });

  it.each(LANGUAGES)('speaks %s, from the first screen to the rules', async (language) => {
    await speak(language);
    await speakRules(language);
    expect(document.documentElement.lang).toBe(language);
    expect(
      [t('home.new'), t('pass.act'), shares('refusals.NOT_A_SHIP')].filter(
        (said) => !said || said.includes('.new') || said.includes('.act'),
      ),
    ).toEqual([]);
    expect(list(['Ada', 'Ben', 'Cem'])).toMatch(/^Ada, Ben.+Cem$/);
    await speak('en');
  });

  it('speaks the language that was chosen last, whichever comes first', async () => {
    const last = LANGUAGES.at(-1) ?? 'en';
    await Promise.all([...LANGUAGES].map((language) => speak(language)));
    expect(language()).toBe(last);
    await speak('en');
  });

  it('signs with a real minus', () => {
    expect(signed(-2)).toBe('−2');
    expect(signed(2)).toBe('+2');
    expect(signed(0)).toBe('0');
  });
});

function flat(words: object, prefix = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'object' && value
        ? Object.entries(flat(value as object, `${prefix}${key}.`))
        : [[`${prefix}${key}`, String(value)]],
    ),
  );
}
