import type { Drawing } from '../../drawings/sprite';
import type { Template } from '../../engine';
import type { Speech } from '../../words/speech';
import { pricedBy } from '../prints';
import { COLORS } from './box';
import { t, tFrom } from '../../words/words.svelte';

/** One step on the way to what a card comes to: in words, and as a picture where there is no room for them. */
export interface Reason {
  sign: string;
  words: string;
  drawing?: Drawing;
  color?: string;
  count: string;
}

const bare = (words: string): Reason => ({ sign: '', words, count: '' });

/** Where a take's figure comes from, or why it cannot be: "5 - Mlle 1", "1 + Trader 1 - Ben 1". */
export function reasonsOf(
  { card, price, discount, trader, gain, compensation, refusal, allowed }: Template,
  active: string,
  speech: Speech,
): Reason[] {
  if (!allowed && refusal) {
    const short = refusal.params['short'];
    return [
      bare(
        short === undefined
          ? tFrom('short_refusal', refusal.code, { defaultValue: t('short_refusal.other') })
          : t('short_refusal.short', { count: Number(short) }),
      ),
    ];
  }
  const steps: Reason[] = [];
  if (card?.kind === 'person' && (discount || compensation)) steps.push(bare(String(card.cost)));
  // What holds in this turn makes it dearer.
  if (card?.kind === 'person' && discount && discount < 0)
    steps.push({
      sign: '+ ',
      words: speech.term(pricedBy(discount)),
      drawing: 'hand',
      count: String(-discount),
    });
  if (card?.kind === 'person' && discount && discount > 0)
    steps.push({
      sign: '− ',
      words: speech.short(pricedBy(discount)),
      drawing: 'fan',
      count: String(discount),
    });
  if (card?.kind === 'ship' && (trader || compensation))
    steps.push(bare(String((gain ?? 0) - (trader ?? 0))));
  if (card?.kind === 'ship' && trader)
    steps.push({
      sign: '+ ',
      words: COLORS.includes(card.color) ? speech.term('trader') : t('take.bonus'),
      drawing: 'trader',
      color: card.color,
      count: String(trader),
    });
  // Who hires pays it on top; who trades hands it on.
  if (compensation)
    steps.push({
      sign: card?.kind === 'person' && price !== undefined ? '+ ' : '− ',
      words: active,
      drawing: 'lantern',
      count: String(compensation),
    });
  return steps;
}

export function reasonWords(steps: Reason[]): string {
  return steps.map(({ sign, words, count }) => `${sign}${words} ${count}`.trim()).join(' ');
}
