import type { OwnBox } from '../../engine';
import { figures, isOrdinary, NOTHING } from '../../engine/own-box';
import type { Draft } from '../../parts/set-up/draft.svelte';
import { apart } from '../../words/pieces';
import { inBox, moduleName, optionName } from '../../words/terms';
import { list, shares, t } from '../../words/words.svelte';

/** What is chosen, in two short lines. */
export interface Chosen {
  first: string;
  /** Something is not as the booklet has it. */
  other: boolean;
  then: string;
}

/** What beside the game makes a difference to the evening. */
export interface Evening {
  /** The game is already on. */
  middle: boolean;
  /** Five cards explain it while it is played. */
  lessons: boolean;
  /** Cards in the pile, where somebody can say. */
  pile: number;
}

export function chosen(draft: Draft, { middle, lessons, pile }: Evening): Chosen {
  const { edition, keeping, setup, coach } = draft;
  const own = draft.own[edition] ?? NOTHING;
  const rules = Object.keys(setup.options ?? {});
  const [only] = rules;
  const others = [
    ...(middle ? [t('middle.title')] : []),
    ...(lessons ? [t('lessons.title')] : []),
    ...draft.modules.filter((module) => module !== draft.play).map((module) => moduleName(edition, module)),
    ...(keeping === 'cards' ? [] : [shares(`params.keeping.${keeping}`)]),
    ...(rules.length === 1 && only ? [optionName(edition, only)] : []),
    ...(rules.length > 1 ? [t('new.chosen.rules', { count: rules.length })] : []),
    ...(coach ? [t('coach.title')] : []),
    ...(isOrdinary(own) ? [] : [`${t('own.title')}: ${boxTold(own)}`]),
  ];
  const standing = draft.standing();
  const story = standing
    ? inBox(edition, `stands.${draft.game}`, { chapter: standing.chapter, number: standing.lost + 1 })
    : '';
  const first = others.length ? others.join(', ') : story || t('new.chosen.booklet');
  return {
    first,
    other: others.length > 0,
    then: middle
      ? t('middle.switch_why')
      : apart([
          ...(others.length && story ? [story] : []),
          ...(keeping === 'cards' ? [t('new.chosen.cards')] : []),
          ...(pile ? [t('unpack.pile', { count: pile })] : []),
        ]),
  };
}

/** Where the group's box is not as the list has it. */
export function boxTold(own: OwnBox): string {
  if (isOrdinary(own)) return t('own.ordinary');
  const { own: learned, missing } = figures(own);
  return list([
    ...(learned ? [t('own.count_own', { count: learned })] : []),
    ...(missing ? [t('own.count_missing', { count: missing })] : []),
  ]);
}
