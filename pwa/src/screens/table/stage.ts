import type { LedgerLine, View } from '../../engine';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';

/** Whose turn it is and what he does: the name, lit, and the rest of the sentence. */
export function headline(view: View, speech: Speech, bust: LedgerLine | undefined): [string, string] {
  if (bust) return [speech.name(bust.seat), t('phase.bust')];
  if (view.phase === 'game_over') return ['', t('phase.game_over')];
  if (view.pending?.kind === 'repel' && view.pending.must_decide) return [speech.name(view.acting), t('phase.repel_or_bust')];
  return [speech.name(view.acting), t(`phase.${view.phase}`)];
}
