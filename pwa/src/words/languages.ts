import spoken from '../../../companion/words/languages.json';

export type Language = keyof typeof spoken;

/** Every language that is spoken, in the order in which they are offered: the list that the server reads too. */
export const LANGUAGES = Object.keys(spoken) as Language[];

/** What those who speak it call it. */
export function ownName(language: Language): string {
  return spoken[language].name;
}

/** The language without its region, where it is one of these. */
export function among<One extends Language>(languages: readonly One[], tag: string): One | undefined {
  const asked = tag.toLowerCase().split('-')[0];
  return languages.find((one) => one === asked);
}

/** The first of the phone's languages that is among these, else English. */
export function preferred<One extends Language>(languages: readonly One[]): One | 'en' {
  const wanted = navigator.languages?.length ? navigator.languages : [navigator.language];
  for (const tag of wanted) {
    const found = among(languages, tag);
    if (found) return found;
  }
  return 'en';
}
