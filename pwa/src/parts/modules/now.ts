import type { Goal, Params, Template, View } from '../../engine';
import type { Speech, Told } from '../../words/speech';
import { list, shares, signed, t, tFrom } from '../../words/words.svelte';
import { saysPrizes, prizesOf } from '../prints';

/** A goal that somebody can complete at this moment only: one question for all who can. */
/** `anyway`: it happens with whatever comes next too, so nobody may say no. */
export interface NowOrNever {
  goal: Goal;
  ways: Template[];
  anyway: boolean;
}

/** What somebody never wants to be asked about at this table. */
export type Wish = `${string}:${number}`;

export function wishOf(goal: string, seat: number): Wish {
  return `${goal}:${seat}`;
}

/** What is asked now: the first goal of which nobody has said no. `seats`: whom this phone may ask. */
export function nowOrNever(
  view: View,
  wishes: readonly Wish[] = [],
  left: readonly string[] = [],
  seats: readonly number[] | null = null,
): NowOrNever | null {
  for (const goal of view.goals ?? []) {
    if (!goal.now || left.includes(goal.id)) continue;
    const anyway = (view.decisions ?? []).some(
      ({ about }) => about['goal'] === goal.id && about['anyway'] === true,
    );
    const ways = view.allowed.filter(
      ({ about, answers, allowed, by }) =>
        allowed &&
        answers &&
        about?.goal === goal.id &&
        (anyway || !wishes.includes(wishOf(goal.id, by))) &&
        (seats?.includes(by) ?? true),
    );
    // Whether the ship that makes the moment stays comes first.
    if (ways.length && !(anyway && view.pending)) return { goal, ways, anyway };
  }
  return null;
}

/** Whose moment it is, and that it is one. */
export function nowHeadline({ ways }: NowOrNever, speech: Speech): [string, string] {
  return [list(ways.map(({ by }) => speech.name(by))), t('now.phase')];
}

/** The marker only moves on: what is completed comes later. */
export function isStep({ figures }: Template): boolean {
  return figures?.['marker'] !== undefined;
}

/** Words about such a moment: the module's own for goals of that kind, else those for all. */
export function nowWords({ kind }: Pick<Goal, 'kind'>, key: string, params: Params, speech: Speech): string {
  return (
    speech.sentence(`now_or_never.${kind}.${key}`, params) ||
    tFrom('now', key, { ...params, defaultValue: '' })
  );
}

export function nowTold({ goal, ways, anyway }: NowOrNever, speech: Speech): Told {
  const name = speech.goal(goal);
  const words = (key: string, params: Params = {}): string =>
    nowWords(goal, key, { goal: name, ...params }, speech);
  if (anyway) return { title: words('done'), why: words('anyway') };
  const [need] = goal.need;
  const step = ways.length === 1 && ways[0] && isStep(ways[0]);
  return {
    title: words(ways.length > 1 ? 'who' : step ? 'start' : 'complete'),
    why: words(`why.${need?.what ?? ''}`, { count: need?.count ?? 1 }) || words('late'),
  };
}

/** What it brings: "+7 coins and 1 point". */
export function brings({ figures }: Template): string {
  const [coins, points] = [figures?.['coins'] ?? 0, figures?.['points'] ?? 0];
  const prizes = prizesOf(figures ?? {});
  if (saysPrizes(figures ?? {}) && !coins && !points && !prizes.length) return t('now.marker_only');
  return [
    ...prizes.map(({ key, count }) =>
      shares(`figures.${key}`, { count: Math.abs(count), figure: signed(count) }),
    ),
    ...(coins || !(points || prizes.length)
      ? [t('figures.coins', { count: Math.abs(coins), figure: coins ? signed(coins) : 0 })]
      : []),
    ...(points ? [t('figures.points', { count: points, figure: signed(points) })] : []),
  ].join(', ');
}

/** The same for all who can, where it is the same for all. */
export function bringsEach(ways: Template[]): string {
  const coins = new Set(ways.map(({ figures }) => figures?.['coins'] ?? 0));
  const [one = 0] = coins;
  const said = new Set(ways.map(brings));
  if (ways.some(({ figures }) => saysPrizes(figures ?? {})))
    return said.size === 1 ? ([...said][0] ?? '') : '';
  return coins.size === 1 ? t('now.each', { count: one, figure: signed(one) }) : '';
}
