// Home opens it before any other screen has brought what they share.
import '../../styles/screens.css';
import { speakRules } from '../../words/words.svelte';
import Manage from './Manage.svelte';

/** The sheet of a table or a group, with its words: for a screen that comes up without them. */
export async function managing(): Promise<typeof Manage> {
  await speakRules();
  return Manage;
}
