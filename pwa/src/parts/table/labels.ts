import type { Card, Color, Taken } from '../../engine';
import { countedSwords } from '../../words/counted';
import { list, shares, signed, t } from '../../words/words.svelte';
import { cargoOf, prizeSaid, prizesOf, signsOf } from '../prints';
import type { Speech } from '../../words/speech';

/** A card in words, for whoever does not see it. */
export function cardLabel(card: Card, speech: Speech, price?: number): string {
  const name = speech.card(card);
  if ('unread' in card && card.unread) return t('card.unread', { card: colored(name, card.color, speech) });
  if (card.kind === 'ship') {
    const swords = card.skull ? t('card.skull') : countedSwords(card.swords ?? 0, speech);
    const [prize] = prizesOf(card);
    const pays = prize ? prizeSaid(prize, speech) : t('count.coins', { count: card.coins });
    const ship = t('card.ship', { ship: colored(name, card.color, speech), swords, coins: pays });
    const carried = cargoOf(card);
    const said = carried.length
      ? t('card.carries', { card: ship, items: list(carried.map((item) => speech.term(item))) })
      : ship;
    return signsOf(card).reduce((all: string, sign) => shares(`card.${sign}`, { card: all }), said);
  }
  if (card.kind === 'person') {
    return t('card.person', {
      name: colored(name, card.color, speech),
      coins: price ?? card.cost,
      points: t('count.points', { count: card.vp }),
    });
  }
  if (card.kind === 'expedition') {
    return t('expedition.label', {
      expedition: speech.term('expedition'),
      needs: list(card.need.map((one) => t(`need.${one}`))),
      points: t('count.points', { count: card.vp }),
      coins: t('count.coins', { count: card.coins }),
    });
  }
  return t('card.tax', { name, bonus: t(`bonus.${card.bonus}`, { swords: speech.term('swords') }) });
}

/** A card with its color, but where that is its name already (Ares Pirates). */
export function colored(name: string, color: Color | undefined, speech: Speech): string {
  const said = color && speech.color(color);
  return said && said !== name ? `${name}, ${said}` : name;
}

/** The same of a person whose swords are not those of every other one of the kind. */
export function armedLabel(card: Card, speech: Speech): string {
  const label = cardLabel(card, speech);
  return card.kind === 'person' && !card.unread
    ? t('card.armed', { card: label, swords: `${card.swords ?? 0} ${speech.swords(card.swords ?? 0)}` })
    : label;
}

/** A card that was taken in this turn, with who took it and for what. */
export function takenLabel({ card, seat, coins }: Taken, speech: Speech): string {
  return t('take.taken', { card: speech.card(card), name: speech.name(seat), coins: signed(coins) });
}
