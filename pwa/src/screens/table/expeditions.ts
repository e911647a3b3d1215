import type { Expedition, Template, View } from '../../engine';
import { t } from '../../words/words.svelte';

/** An expedition that lies there, and what of it can be done now. */
export interface Lying {
  index: number;
  card: Expedition;
  ways: Template[];
  blocked: Template | undefined;
  /** Who can claim it, as short as there is room for, and as a sentence. */
  whose: string;
  can: string;
}

/** All that lie there, in their order. */
export function lyingThere(view: View): Lying[] {
  return view.expeditions.map(({ index, card }) => {
    const templates = view.allowed.filter(
      (one) => one.type === 'claim_expedition' && one.expedition_index === index,
    );
    const ways = templates.filter((one) => one.allowed);
    const seats = ways.map(({ by }) => by).filter((by, place, all) => all.indexOf(by) === place);
    const name = seats.map((seat) => view.players[seat]?.name ?? '').join(' / ');
    // The turn has gone on, and the one before may still claim: then the row says whose it is, however narrow.
    const late = seats.some((seat) => seat !== view.active);
    return {
      index,
      card,
      ways,
      blocked: templates.find((one) => !one.allowed),
      whose: late ? name : t('expedition.claim'),
      can: t(late ? 'expedition.still' : 'expedition.can', { name }),
    };
  });
}
