import { expect, test } from 'vitest';

import laterDe from './de.json';
import laterEn from './en.json';
import earlyDe from './early/de.json';
import earlyEn from './early/en.json';
import firstDe from './first/de.json';
import firstEn from './first/en.json';
import { LANGUAGES } from './languages';
import { speak, speakRules, t } from './words.svelte';

const en = { ...firstEn, ...earlyEn, ...laterEn };
const de = { ...firstDe, ...earlyDe, ...laterDe };

const languages = [
  { name: 'English', words: en, home: 'Home', harbor: /harbor/i },
  { name: 'German', words: de, home: 'Startseite', harbor: /hafen/i },
];
const plain = (word: string): string => word.replaceAll('\u00ad', '');

test.each(languages)(
  '$name has one word for home, and the harbor is where the cards lie',
  ({ words, home, harbor }) => {
    const ways = [words.menu.home, words.scores.home, words.new.home, words.new.back, words.home.actions].map(
      plain,
    );
    expect(ways).toEqual(ways.map(() => home));
    for (const table of [
      words.display.table,
      words.menu.close,
      words.kept.opened_one,
      words.kept.opened_other,
    ])
      expect(table).not.toMatch(harbor);
  },
);

test.each(LANGUAGES)(
  'undo, redo and back are told apart, and the left hand finds undo by its name, %s',
  async (language) => {
    await speak(language);
    await speakRules(language);
    const [undo, redo, back] = [t('ledger.undo'), t('ledger.redo'), t('ledger.back')];
    expect(new Set([undo, redo, back]).size).toBe(3);
    expect(t('settings.left_why')).toContain(undo);
  },
);

test('German undo is not the way back', () => {
  const { undo, back } = de.ledger;
  expect([undo, back]).toEqual(['Rückgängig', 'Zurück']);
  expect(plain(de.log.undo)).toMatch(/zurücknehmen/);
});
