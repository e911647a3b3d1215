import type { Component } from 'svelte';

import type { Player } from '../../engine';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';
import { cargoOf, prizeSaid, prizesOf } from '../prints';

/** Who a player is, where a module says that, in src/modules/<name>/persona.ts. */
export interface Persona {
  said: (player: Player, speech: Speech) => string;
  /** On the display: all of it. */
  shown: Component<{ player: Player; wood: string }>;
}

const [found] = Object.values(
  import.meta.glob<Persona>('../../modules/*/persona.ts', { eager: true, import: 'default' }),
);

export const Shown = found?.shown;

/** Who somebody is, what the markers have freed, and what he has besides cards and coins, in words. */
export function personaSaid(player: Player, speech: Speech): string {
  const { openings = [] } = player;
  return [
    found?.said(player, speech) ?? '',
    openings.length
      ? t('line.openings', { count: openings.filter(({ open }) => open).length, of: openings.length })
      : '',
    ...prizesOf(player).map((one) => prizeSaid(one, speech)),
    ...cargoOf(player).map((one) => speech.term(one)),
  ]
    .filter(Boolean)
    .join(', ');
}
