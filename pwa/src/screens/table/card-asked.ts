import type { View } from '../../engine';
import type { Asked, Box, Printed } from '../../parts/table/box';
import type { Speech, Told } from '../../words/speech';
import { sentences } from '../../words/sentences';
import { t } from '../../words/words.svelte';
import { onlyTaken } from './lightly/lightly';

/** What a key asks: which of the cards that it can mean, and how many of them may still come. */
export function cardAsked(what: Asked, box: Box, view: View, speech: Speech): Told {
  const player = view.players[view.active];
  const whose = onlyTaken(view) ? t('light.whose') : '';
  const counted = (cards: Printed[]): string => out(what, cards, box, view);
  switch (what.kind) {
    case 'ship': {
      if (whose) return { title: t('light.coins', { card: speech.term(what.color) }), why: whose };
      if (what.item)
        return { title: t('choice.which_numbers', { item: speech.term(what.item) }), why: t('choice.once') };
      const swords = player?.swords
        ? t('choice.repels', {
            name: player.name,
            count: player.swords,
            swords: speech.swords(player.swords),
          })
        : '';
      return which(what.color, sentences(counted(box.ships(what.color)), swords), speech);
    }
    case 'person': {
      const less = player?.discount ? `; ${speech.term('mademoiselle')} −${player.discount}` : '';
      return which(what.type, whose || counted(box.persons(what.type)) + less, speech);
    }
    case 'expedition':
      return {
        title: t('choice.which_expedition', { card: speech.term('expedition') }),
        why: counted(box.expeditions()),
      };
    case 'tax':
      return which('tax', counted(box.taxes()), speech);
    default:
      return { title: t('choice.which_person'), why: t('pad.shelf') };
  }
}

function which(card: string, why: string, speech: Speech): Told {
  return { title: t('choice.which', { card: speech.term(card) }), why };
}

function out(what: Asked, cards: Printed[], box: Box, view: View): string {
  if (view.unfollowed) return t('keeping.may_come');
  const { more, ...figures } = box.counted(what, cards);
  return t(more ? 'choice.still_out_and' : 'choice.still_out', figures);
}
