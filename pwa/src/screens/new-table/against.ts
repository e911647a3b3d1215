import type { Speech } from '../../words/speech';
import { inBox } from '../../words/terms';
import { list, t } from '../../words/words.svelte';
import { cardLabel } from '../../parts/table/labels';
import type { Against, Middle } from '../../parts/set-up/middle.svelte';

const COUNTED = ['coins', 'draw_pile', 'discard_pile'] as const;

/** What the engine has against a table that was told, in words; `allowed` where it says what would do. */
export function against(
  { step, code, count, card, where, seats, message }: Against,
  middle: Middle,
  edition: string,
  speech: Speech,
): string {
  if (code === 'NOT_IN_THE_BOX' && card) {
    const names = list(seats.map((seat) => middle.players[seat]?.name ?? ''));
    return t(names ? 'middle.error.card_of' : 'middle.error.card', {
      card: cardLabel(card, speech),
      count,
      names,
    });
  }
  const counted = COUNTED.find((one) => one === where);
  if (code === 'NOT_IN_THE_BOX' && counted) return t(`middle.error.${counted}`, { count });
  if (step === 'goals') return t('middle.error.goals');
  return inBox(edition, `refusals.${code}`, { count }) || message || t('middle.error.other');
}
