import type { Entry, View } from '../../engine';
import type { Box } from './box';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';

/** An entry in words, as it was tapped. */
export function said(entry: Entry, view: View, speech: Speech, box: Box | null): string {
  const lying = view.harbor.find(({ index }) => index === entry.harbor_index)?.card;
  const card = (entry.card && box?.card(entry.card)) ?? lying;
  return t(`entry.${entry.type}`, {
    name: speech.name(entry.by ?? view.acting), card: card ? speech.card(card) : '', defaultValue: entry.type,
  });
}
