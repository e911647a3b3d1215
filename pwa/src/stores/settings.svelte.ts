import { among, LANGUAGES, preferred } from '../words/languages';
import type { Language } from '../words/languages';

/** How this phone looks and feels. Kept in localStorage, because public/look.js must read it before the first paint. */
export interface Settings {
  language: 'auto' | Language;
  theme: 'auto' | 'night' | 'day' | 'contrast';
  size: '100' | '115' | '130' | '150' | '200';
  awake: boolean;
  vibration: boolean;
  sound: boolean;
  left: boolean;
  /** The pad in others' turns too; null as long as the owner has not said, then it is the keeper's. */
  records: boolean | null;
  /** After so many rounds the table is asked whether the coins fit; 0 for never. */
  check: number;
}

export const CHECKS = [0, 2, 3, 5];

const KEY = 'harbormaster.settings';
const DEFAULTS: Settings = {
  language: 'auto',
  theme: 'night',
  size: '100',
  awake: true,
  vibration: true,
  sound: false,
  left: false,
  records: null,
  check: 0,
};

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });

export function change(part: Partial<Settings>): void {
  Object.assign(settings, part);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A private window: the setting holds until the page is closed.
  }
  show();
}

/** The language to speak: the owner's, or the phone's own. */
export function chosenLanguage(): Language {
  // What another version of the app has kept may be spoken no more.
  return among(LANGUAGES, settings.language) ?? preferred(LANGUAGES);
}

/** Puts theme and text size on the document; the left hand is a class of the table. */
export function show(): void {
  const root = document.documentElement;
  const dark = !window.matchMedia || window.matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset['theme'] = settings.theme === 'auto' ? (dark ? 'night' : 'day') : settings.theme;
  root.dataset['size'] = settings.size;
  const sky = getComputedStyle(root).getPropertyValue('--sky').trim();
  if (sky) document.querySelector('meta[name="theme-color"]')?.setAttribute('content', sky);
}

if (typeof window !== 'undefined') {
  window.matchMedia?.('(prefers-color-scheme: dark)').addEventListener?.('change', show);
  // What is set in one tab holds in all of them.
  window.addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    Object.assign(settings, DEFAULTS, stored());
    show();
  });
}

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Settings>;
  } catch {
    return {};
  }
}
