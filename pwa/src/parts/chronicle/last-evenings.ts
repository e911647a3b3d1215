import { speakRules } from '../../words/words.svelte';
import LastEvenings from './LastEvenings.svelte';

/** What home has room for on a large screen, with its words: a phone never fetches it. */
export async function lastEvenings(): Promise<typeof LastEvenings> {
  await speakRules();
  return LastEvenings;
}
