import type { Player } from '../../engine';
import type { Speech } from '../../words/speech';
import { tFrom } from '../../words/words.svelte';
import { prizeNamed, prizeSaid } from '../prints';

/** What a marker frees that leaves its place, in words. */
export function opened({ what, count = 1 }: NonNullable<Player['openings']>[number], speech: Speech): string {
  const prize = prizeNamed(what);
  return prize
    ? prizeSaid({ ...prize, count }, speech)
    : tFrom('openings', what, { defaultValue: speech.term(what) });
}
