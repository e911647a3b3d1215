import type { Speech } from './speech';
import { t } from './words.svelte';

/** So many swords, as the box calls them. */
export function countedSwords(count: number, speech: Speech): string {
  return t('count.swords', { count, swords: speech.swords(count) });
}
