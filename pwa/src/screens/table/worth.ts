import type { Template } from '../../engine';
import { pricedBy } from '../../parts/prints';
import { list, signed, t } from '../../words/words.svelte';
import type { Speech } from '../../words/speech';

/** What a card would come to for those whom it comes to the same: "Ada and Ben would get: 3 − 1 to Cleo", +2. */
export interface Worth {
  names: string;
  words: string;
  sum: string;
  net: string;
  gain: boolean;
  short: number;
}

/** A card of the harbor, for each who may still take it. */
export function worthOf(offers: Template[], active: number, speech: Speech): Worth[] {
  const found = offers.map((offer) => ({
    offer,
    sum: sumOf(offer, active, speech),
    short: Number(offer.refusal?.params['short'] ?? 0),
  }));
  const alike = new Map<string, typeof found>();
  for (const one of found) {
    const figures = `${one.offer.coins}/${one.sum}/${one.short}`;
    alike.set(figures, [...(alike.get(figures) ?? []), one]);
  }
  return [...alike.values()].flatMap((same) => {
    const first = same[0];
    if (!first) return [];
    const { offer, sum, short } = first;
    const net = offer.coins ?? 0;
    return [
      {
        names: list(same.map((one) => speech.name(one.offer.by ?? 0))),
        words: t(offer.price === undefined ? 'about.gets' : 'about.pays', { count: same.length }),
        sum,
        short,
        net: signed(net),
        gain: net > 0,
      },
    ];
  });
}

/** "4 − Mademoiselle 1 + 1 to Cleo"; nothing where the printed figure is all. */
function sumOf(
  { price, gain = 0, discount = 0, trader = 0, compensation = 0 }: Template,
  active: number,
  speech: Speech,
): string {
  const hired = price !== undefined;
  const more = [
    ...(discount > 0
      ? [`− ${speech.term(pricedBy(discount))} ${discount}`]
      : discount < 0
        ? [`+ ${speech.term(pricedBy(discount))} ${-discount}`]
        : []),
    ...(trader ? [`+ ${speech.term('trader')} ${trader}`] : []),
    ...(compensation
      ? [`${hired ? '+' : '−'} ${t('told.to', { count: compensation, name: speech.name(active) })}`]
      : []),
  ];
  return more.length ? [hired ? price + discount : gain - trader, ...more].join(' ') : '';
}
