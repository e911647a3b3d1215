import i18next from 'i18next';

import { siteWords } from '../engine/host';
import { among, preferred } from './languages';
import type { FromElsewhere, Key } from './keys';
import type { Language } from './languages';

export type { Language } from './languages';

/** Two sources: what only the phone says (here; apart what home says, and what is said early, before any rule is), and the words for rules, refusals, ledger lines and modules (with the engine). */
const first = import.meta.glob<Record<string, unknown>>('./first/*.json', { import: 'default' });
const early = import.meta.glob<Record<string, unknown>>('./early/*.json', { import: 'default' });
const ui = import.meta.glob<Record<string, unknown>>('./*.json', { import: 'default' });
const shared = import.meta.glob<Record<string, unknown>[]>('./shared/*.ts', { import: 'default' });

const spoken: { language: Language; ready: boolean } = $state({ language: 'en', ready: false });

/** In which languages what is said early is here. */
const saidEarly: Partial<Record<Language, true>> = {};
let earlyWanted = false;
let rulesWanted = false;
let wanted: Language = 'en';

/** Loads a language and speaks it. English is loaded only when it is spoken: the first screen stays light. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  if (!i18next.isInitialized) {
    await i18next.init({
      lng: language,
      fallbackLng: false,
      ns: ['ui', 'shared'],
      defaultNS: 'ui',
      resources: {},
      interpolation: { prefix: '{', suffix: '}', escapeValue: false },
      returnNull: false,
    });
  }
  if (!i18next.hasResourceBundle(language, 'ui')) {
    const [said, otherwise] = await Promise.all([
      first[`./first/${language}.json`]?.(),
      siteWords[`../words/site/${language}.json`]?.(),
    ]);
    i18next.addResourceBundle(language, 'ui', said ?? {});
    i18next.addResourceBundle(language, 'ui', otherwise ?? {}, true, true);
  }
  await Promise.all([earlyWanted && speakEarly(language), rulesWanted && speakRules(language)]);
  // Whoever goes through the languages by arrow keys ends with the last one, whichever file comes last.
  if (language !== wanted) return;
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  spoken.language = language;
  spoken.ready = true;
}

/** The words of screens that say more than home, and nothing of rules: a guest who joins waits for no others. */
export async function speakEarly(language: Language = spoken.language): Promise<void> {
  earlyWanted = true;
  if (saidEarly[language]) return;
  i18next.addResourceBundle(language, 'ui', (await early[`./early/${language}.json`]?.()) ?? {}, true);
  saidEarly[language] = true;
}

/** All other words, those for rules, ledger and terms among them: not for the first screen, but before any table is shown. */
export async function speakRules(language: Language = spoken.language): Promise<void> {
  rulesWanted = true;
  if (i18next.hasResourceBundle(language, 'shared')) return;
  const [own, words] = await Promise.all([
    ui[`./${language}.json`]?.(),
    sharedWords(language),
    speakEarly(language),
  ]);
  i18next.addResourceBundle(language, 'ui', own ?? {}, true);
  for (const one of words) i18next.addResourceBundle(language, 'shared', one, true);
}

export function language(): Language {
  return spoken.language;
}

/** What the rules desk speaks: companion/rulebook. */
const DESK = ['en', 'de'] as const;
export type DeskLanguage = (typeof DESK)[number];

/** The language in which the rules desk answers: the reader's own, else the one of its two that the phone names first. */
export function deskLanguage(): DeskLanguage {
  return among(DESK, spoken.language) ?? preferred(DESK);
}

/** The `lang` of what the rules desk says, where it is not that of the page. */
export function deskLang(): DeskLanguage | undefined {
  const desk = deskLanguage();
  return desk === spoken.language ? undefined : desk;
}

/** Fetches what `speakRules` will ask for. */
export function expectRules(language: Language): void {
  void early[`./early/${language}.json`]?.();
  void ui[`./${language}.json`]?.();
  void sharedWords(language);
}

/** The phone's own words. Reading the language makes every caller follow a change of it. */
export function t(key: Key, params: Record<string, unknown> = {}): string {
  return said(key, params);
}

/** The same for a code that the engine, a module or a file names, so that no type can know it. */
export function tFrom(section: FromElsewhere, code: string, params: Record<string, unknown> = {}): string {
  return said(`${section}.${code}`, params);
}

function said(key: string, params: Record<string, unknown>): string {
  return i18next.t(key, { ...params, lng: spoken.language });
}

/** Words shared with the API; empty where there are none, so that the caller can fall back. */
export function shares(key: string, params: Record<string, unknown> = {}): string {
  return i18next.t(key, { ...params, ns: 'shared', lng: spoken.language, defaultValue: '' });
}

/** The phone's own words, or where it has none those that a module brings. */
export function worded(section: FromElsewhere, code: string, params: Record<string, unknown> = {}): string {
  return tFrom(section, code, { ...params, defaultValue: '' }) || shares(`${section}.${code}`, params);
}

export function hasShared(key: string): boolean {
  return i18next.exists(key, { ns: 'shared', lng: spoken.language });
}

/** 1 -> "+1", -2 -> "−2" with a real minus sign, and nothing before 0. */
export function signed(figure: number): string {
  if (figure === 0) return '0';
  return figure < 0 ? `−${-figure}` : `+${figure}`;
}

const lists: Partial<Record<Language, Intl.ListFormat>> = {};

export function list(items: string[]): string {
  // A phone takes its time to fetch a language's rules for lists.
  if (items.length < 2) return items.join('');
  lists[spoken.language] ??= new Intl.ListFormat(spoken.language, { type: 'conjunction' });
  return lists[spoken.language]?.format(items) ?? '';
}

async function sharedWords(language: Language): Promise<Record<string, unknown>[]> {
  return (await shared[`./shared/${language}.ts`]?.()) ?? [];
}
