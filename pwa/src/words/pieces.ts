import { t } from './words.svelte';

/** "Admiral: 5 coins", as the language sets its colon. */
export function pair(what: string, said: string): string {
  return t('said.of', { what, said });
}

/** What is told of several, further apart than by commas. */
export function apart(parts: string[]): string {
  return parts.length ? parts.reduce((one, other) => t('said.and', { one, other })) : '';
}
