import type { Card, View } from '../../../engine';
import type { Speech, Told } from '../../../words/speech';
import { t } from '../../../words/words.svelte';
import type { Box } from '../../../parts/table/box';
import { colorsOf } from './lightly';

/** How much of the harbor was told, and what it would give, where the engine says so. */
export function saidLightly(
  cards: (Card | string)[],
  would: number | null,
  view: View,
  speech: Speech,
  box: Box,
): Told {
  if (!cards.length) return { title: t('light.which'), why: t('light.any_order') };
  const colors = colorsOf(cards, box).size;
  const counted = [
    t('count.cards', { count: cards.length }),
    t('takes.color_count', { count: colors, color: speech.term('color'), colors: speech.term('colors') }),
  ];
  const takes =
    would === null ? '' : `${t('takes.would', { name: speech.name(view.active), count: would })}. `;
  return { title: counted.join(', '), why: `${takes}${t('light.out_why')}` };
}
