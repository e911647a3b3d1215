import type { ScoreItem } from '../../engine';
import { hasDrawing } from '../../drawings/drawn';
import { personDrawing } from '../../drawings/sprite';
import type { Drawing } from '../../drawings/sprite';
import type { Speech } from '../../words/speech';

/** What brought points: a card, or what a module counts. */
export function itemName(item: ScoreItem, speech: Speech): string {
  return 'card' in item ? speech.card(item.card) : speech.term(item.label);
}

export function itemDrawing(item: ScoreItem): Drawing {
  if ('card' in item) return item.card.kind === 'person' ? personDrawing(item.card.type) : 'expedition';
  if (hasDrawing(item.label)) return item.label;
  // Several of a kind are drawn as one of them.
  const one = item.label.replace(/s$/, '');
  return hasDrawing(one) ? one : 'flag';
}
