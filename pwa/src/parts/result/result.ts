import type { Score } from '../../engine';
import type { Speech } from '../../words/speech';
import { list, t, tFrom } from '../../words/words.svelte';

type Step = Score['proof'][number];

/** One comparison, ready to be read: who against whom, with which figures, and what came of it. */
export interface Compared {
  by: string;
  rule: string | undefined;
  sides: { name: string; value: number }[];
  /** Between two sides: equal, or the left one has more. */
  equal: boolean;
  left: string[];
}

/** The proof as comparisons among those who were still in: the tied ones, or the winner and the next. */
export function compared(score: Score): Compared[] {
  let still = score.ranking.map(({ name }) => name);
  const decided = score.proof.findIndex(({ left }) => left.length < 2);
  return score.proof.slice(0, decided < 0 ? undefined : decided + 1).map((step) => {
    const sides = sidesOf(step, still);
    still = step.left;
    return { by: step.by, rule: step.rule, sides, equal: step.left.length > 1, left: step.left };
  });
}

function sidesOf(step: Step, still: string[]): Compared['sides'] {
  const all = still
    .map((name) => ({ name, value: step.values[name] ?? 0 }))
    .sort((one, other) => other.value - one.value);
  const best = all.filter(({ name }) => step.left.includes(name));
  const next = all.find(({ name }) => !step.left.includes(name));
  return best.length === 1 && next ? [...best, next] : best;
}

/** A game that all play together is won or lost; nobody is ranked. */
export function isTogether(score: Score): score is Score & { outcome: 'won' | 'lost' } {
  return score.final && (score.outcome === 'won' || score.outcome === 'lost');
}

/** A title with the points that it takes; `most` null: as many as one likes. */
export interface Rung {
  title: string;
  least: number;
  most: number | null;
  at: boolean;
  reached: boolean;
}

/** The ladder of titles from the top, with the one that was reached. */
export function rungsOf({ ladder = [], points = 0, title }: Score): Rung[] {
  return ladder.map((rung, place) => ({
    title: rung.title,
    least: rung.from,
    most: place ? (ladder[place - 1]?.from ?? 0) - 1 : null,
    at: rung.title === title,
    reached: rung.from <= points,
  }));
}

/** Who has won or leads, in a headline; of a game played together the title that was reached. */
export function headlineOf(score: Score, speech?: Speech): string {
  if (isTogether(score)) return (score.title && speech?.term(score.title)) || t(`together.${score.outcome}`);
  const names = list(score.winners);
  if (!score.final) return t('scores.leads', { count: score.winners.length, names });
  if (score.reason === 'SHARED_WIN') return t('scores.share', { names });
  if (score.reason === 'TIE_UNRESOLVED') return t('scores.tie', { names });
  return score.winners.length ? t('scores.wins', { name: names }) : t('scores.nobody');
}

/** The sentence below it: what decided. */
export function becauseOf(score: Score, speech: Speech, why = ''): string {
  if (isTogether(score)) {
    return (
      (why && (speech.sentence(`ended.${why}`, {}) || speech.sentence(`rules.${why}`, {}))) ||
      t(`together.${score.outcome}_why`)
    );
  }
  const best = score.ranking.find(({ name }) => score.winners.includes(name));
  const last = compared(score).at(-1);
  if (!best || !last) return '';
  const points = t('count.points', { count: best.vp });
  const coins = t('count.coins', { count: best.coins });
  if (score.winners.length > 1) {
    const equal =
      last.by === 'coins' ? t('scores.equal', { points, coins }) : t('scores.equal_points', { points });
    return score.reason === 'TIE_UNRESOLVED' && score.final ? `${equal} ${t('scores.silent')}` : equal;
  }
  const other = last.sides[1];
  if (!other) return '';
  if (last.by === 'coins')
    return t('scores.by_coins', { points, other: other.name, coins, count: other.value });
  if (last.by === 'expedition')
    return t('scores.by_expedition', { points, expedition: speech.term('expedition') });
  if (last.by !== 'vp') return t('scores.by_other', { points, what: comparedBy(last.by, speech) });
  return t('scores.by_points', { points, other: other.name, count: other.value });
}

/** By what they are compared: in the phone's words, or in those of the module that compares so. */
export function comparedBy(by: string, speech: Speech): string {
  return (
    tFrom('scores.by', by, { defaultValue: '' }) || speech.sentence(`proof.${by}`, {}) || speech.term(by)
  );
}

/** Without what nobody wins. */
export function neededBy(score: Score, speech: Speech): string {
  const needed =
    score.proof.find(
      ({ values, left }) =>
        score.ineligible.some((name) => !values[name]) && left.every((name) => values[name]),
    )?.by ?? 'expedition';
  return (
    speech.sentence(`proof_needs.${needed}`, { names: list(score.ineligible) }) ||
    t('scores.ineligible', { expedition: speech.term('expedition'), names: list(score.ineligible) })
  );
}

/** What the last comparison comes to: a booklet that says no more leaves a tie. */
export function provenFor({ final, reason }: Score, left: string[]): string {
  if (left.length > 1) return t(final && reason === 'SHARED_WIN' ? 'scores.fin_shared' : 'scores.tied');
  return t(final ? 'scores.fin' : 'scores.fin_leads', { name: left[0] });
}

/** What stands above the comparison. */
export function whyTitle(score: Score): string {
  const name = score.winners[0] ?? '';
  if (score.winners.length > 1) return t('scores.why_shared', { names: list(score.winners) });
  if (!score.final) return t('scores.why_leads', { name });
  const other = compared(score).at(-1)?.sides[1]?.name;
  return other ? t('scores.why_winner', { name, other }) : t('scores.wins', { name });
}
