import { afterEach, describe, expect, it, vi } from 'vitest';

import spoken from '../../../companion/words/languages.json';
import { change, chosenLanguage } from '../stores/settings.svelte';
import { LANGUAGES, ownName, preferred } from './languages';
import { formFor } from './counting';
import { deskLang, deskLanguage, speak } from './words.svelte';

/** The forms that companion/words/languages.py knows for whole numbers below a million. */
const FORMS = { one: ['one', 'other'], none_and_one: ['one', 'other'], few_and_many: ['few', 'many', 'one'] };

describe('languages', () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    change({ language: 'auto' });
    await speak('en');
  });

  it('are found among those of the phone, the first that is spoken', () => {
    phoneSpeaks('xx-YY', 'de-AT', 'en');
    expect(chosenLanguage()).toBe('de');
    phoneSpeaks('xx');
    expect(chosenLanguage()).toBe('en');
    phoneSpeaks();
    expect(chosenLanguage()).toBe('en');
  });

  it('are chosen, as long as they are spoken', () => {
    phoneSpeaks('en');
    change({ language: 'de' });
    expect(chosenLanguage()).toBe('de');
    change({ language: 'xx' as 'de' });
    expect(chosenLanguage()).toBe('en');
  });

  it('have names of their own', () => {
    expect(new Set(LANGUAGES.map(ownName)).size).toBe(LANGUAGES.length);
  });

  it.each(LANGUAGES)('%s counts in the browser as on the server', (language) => {
    const counts = spoken[language].counts as keyof typeof FORMS;
    const rules = new Intl.PluralRules(language);
    expect([...new Set(Array.from({ length: 130 }, (_, count) => rules.select(count)))].sort()).toEqual(
      FORMS[counts],
    );
    expect(rules.select(0) === 'one').toBe(counts === 'none_and_one');
  });

  it('ask for the form of a word', async () => {
    await speak('en');
    expect([0, 1, 2].map(formFor)).toEqual(['other', 'one', 'other']);
  });

  it('are two at the rules desk', async () => {
    phoneSpeaks('en');
    for (const language of LANGUAGES) {
      await speak(language);
      expect(deskLanguage()).toBe(language === 'de' ? 'de' : 'en');
      expect(deskLang()).toBe(language === 'de' || language === 'en' ? undefined : 'en');
    }
    phoneSpeaks('xx', 'de', 'en');
    expect(preferred(['en', 'de'])).toBe('de');
    await speak('en');
    expect(deskLanguage()).toBe('en');
  });
});

function phoneSpeaks(...languages: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(languages[0] ?? '');
}
