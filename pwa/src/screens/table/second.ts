import type { Forecast } from '../../engine';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';
import { sums } from '../../parts/table/choice';
import { paidAtABust } from '../../parts/table/incomes';
import { levied } from '../../parts/table/levy';

/** What really follows if a card that two phones drew was two cards: as the engine foretells it for the second. */
export function secondSays(seen: Forecast | null, speech: Speech): string {
  if (!seen || (seen.kind === 'possible' && !seen.view)) return t('needs.two_recorded');
  if (seen.kind === 'refused') return seen.refusal ? speech.refusal(seen.refusal) : seen.detail;
  const { ledger, view } = seen;
  const bust = ledger.find(({ why }) => why === 'bust');
  if (bust) {
    const paid = sums(paidAtABust(ledger), speech);
    return t(paid ? 'needs.two_bust_paid' : 'needs.two_bust', {
      ship: speech.term(String(bust.params?.['color'] ?? '')),
      paid,
    });
  }
  if (ledger.some(({ why }) => why.startsWith('tax_')))
    return t('needs.two_tax', { moved: levied(ledger, speech) });
  if (ledger.some(({ why }) => why === 'expedition_aside')) return t('needs.two_aside');
  const pending = view?.pending;
  if (pending?.kind === 'repel' && pending.must_decide) {
    const ship = view?.harbor.find(({ index }) => index === pending.harbor_index)?.card;
    return t('needs.two_repel', { ship: ship ? speech.card(ship) : '' });
  }
  return t('needs.two_why');
}
