import type { Drawing } from '../../drawings/sprite';
import type { Player } from '../../engine';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';
import { crownsSaid } from '../table/goals';

/** How a module shows who a player is, in src/modules/<name>/characters.ts. */
export interface Characters {
  drawing: (id: string) => Drawing;
  /** What he can do, in a few words. */
  ability: (id: string, speech: Speech) => string;
}

const [found] = Object.values(
  import.meta.glob<Characters>('../../modules/*/characters.ts', { eager: true, import: 'default' }),
);

export const characterDrawing = (id: string): Drawing => found?.drawing(id) ?? 'person';
export const abilityOf = (id: string, speech: Speech): string => found?.ability(id, speech) ?? '';

/** Who somebody is, what the markers have freed, crowns and items in words. */
export function adventurerSaid(
  {
    character,
    openings = [],
    crowns = 0,
    items = [],
  }: Pick<Player, 'character' | 'openings' | 'crowns' | 'items'>,
  speech: Speech,
): string {
  return [
    ...(character ? [speech.term(character.id)] : []),
    ...(openings.length
      ? [t('line.openings', { count: openings.filter(({ open }) => open).length, of: openings.length })]
      : []),
    ...(crowns ? [crownsSaid(crowns, speech)] : []),
    ...items.map((one) => speech.term(one)),
  ].join(', ');
}
