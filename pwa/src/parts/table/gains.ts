import { sentences } from '../../words/sentences';
import type { Told } from '../../words/speech';
import { signed, t } from '../../words/words.svelte';

/** In words what the signs behind a line say; nothing of what did not change. */
export function gainsSaid({ coins, points }: NonNullable<Told['gains']>): string[] {
  return [
    ...(coins ? [t('told.coins', { count: Math.abs(coins), figure: signed(coins) })] : []),
    ...(points ? [t('told.points', { count: Math.abs(points), figure: signed(points) })] : []),
  ];
}

/** All that is told, as it is read out. */
export function saidAloud({ title, why, gains }: Told): string {
  return sentences([title, ...(gains ? gainsSaid(gains) : [])].join(', '), why);
}
