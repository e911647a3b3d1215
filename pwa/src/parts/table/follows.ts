import type { View } from '../../engine';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';
import { clashing, lyingNow } from './lying';
import { takesWhy, tell } from './ledger-lines';
import { bustShown } from './changes';

/** What follows where a thumb lets go on a value; `bad`: two ships of a color. */
export interface Follows {
  words: string;
  bad: boolean;
}

/** Read off the table as it would be with that card. */
export function follows(then: View, speech: Speech): Follows {
  if (bustShown(then)) return { words: t('back_on_top.bust'), bad: true };
  if (clashing(then, undefined, lyingNow(then, undefined)).length)
    return { words: t('back_on_top.repel'), bad: true };
  const { title, why } = tell(then, speech);
  const card = then.last?.entry.card;
  const kind = typeof card === 'object' ? card.kind : undefined;
  const words = kind === 'tax' ? title : (kind !== 'ship' && why) || takesWhy(then, speech);
  return { words, bad: false };
}

/** Asked once a card, however often the thumb comes by. */
export function once(
  forecast: (card: string) => Promise<View | null>,
): (card: string) => Promise<View | null> {
  const seen = new Map<string, Promise<View | null>>();
  return (card) => {
    const found = seen.get(card) ?? forecast(card).catch(() => null);
    seen.set(card, found);
    return found;
  };
}
