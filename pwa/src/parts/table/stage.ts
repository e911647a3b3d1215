import type { DecisionInfo, LedgerLine, View } from '../../engine';
import type { Speech } from '../../words/speech';
import { list, t } from '../../words/words.svelte';

/** What has to be decided before anything else, by whomever: where their words name it, the table is called by that. */
function decidesNow(view: View): DecisionInfo[] {
  const answered = new Set(
    view.allowed.flatMap(({ module, answers }) => (module && answers ? [answers] : [])),
  );
  const open = (view.decisions ?? []).filter(({ kind, must }) => must && answered.has(kind));
  return open.filter(({ kind }) => kind === open[0]?.kind);
}

/** Whose turn it is and what he does: the name, lit, and the rest of the sentence. */
export function headline(view: View, speech: Speech, bust: LedgerLine | undefined): [string, string] {
  if (bust) return [speech.name(bust.seat), t('phase.bust')];
  if (view.phase === 'game_over')
    return ['', view.ended ? t(`together.${view.ended.outcome}`) : t('phase.game_over')];
  if (view.pending?.kind === 'repel' && view.pending.must_decide)
    return [speech.name(view.acting), t('phase.repel_or_bust')];
  const asked = decidesNow(view);
  if (asked.length) {
    const said = speech.sentence(`decisions.${asked[0]?.kind ?? ''}.phase`, {});
    if (said) return [list(asked.map(({ by }) => speech.name(by))), said];
  }
  const due = view.countdowns?.find((one) => one.due);
  const first = due && speech.sentence(`countdown_phases.${due.id}`, {});
  if (view.phase === 'trade_hire' && view.acting !== view.active && !first)
    return [speech.name(view.acting), t('phase.others', { name: speech.name(view.active) })];
  return [speech.name(view.acting), first || t(`phase.${view.phase}`)];
}
