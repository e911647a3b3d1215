import type { View } from '../../engine';
import { playing } from '../../engine/seating';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';

/** So many can be named in the line below whose turn it is. */
const FEW = 2;

/**
 * Whose turns are left once the round is the last one, from whoever has the turn now while cards are drawn; while they
 * are taken, the next ones. Undefined before, and where the game is over.
 */
export function turnsLeft(view: View): number[] | undefined {
  if (!view.end_triggered || view.phase === 'game_over') return undefined;
  const { active, remaining_active: next } = view;
  if (view.phase === 'discover') return [active, ...next.filter((seat) => seat !== active)];
  return next.length ? next : [active];
}

/** Everybody with whether a turn is left, as they sit. */
export function lanterns(view: View): { seat: number; name: string; left: boolean }[] {
  return playing(view).map(({ seat, name }) => ({
    seat,
    name,
    left: view.remaining_active.includes(seat),
  }));
}

/** "Last round: Cleo, then the end"; nothing before it, or where the game is over. */
export function lastRoundSaid(view: View, speech: Speech): string {
  const left = turnsLeft(view);
  if (!left) return '';
  return left.length > FEW
    ? t('strip.last_turns', { count: left.length })
    : t('strip.last_names', { names: left.map((seat) => speech.name(seat)).join(', ') });
}
