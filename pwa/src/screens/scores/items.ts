import type { ScoreItem } from '../../engine';
import { hasDrawing } from '../../drawings/drawn';
import { personDrawing } from '../../drawings/sprite';
import type { Speech } from '../../words/speech';

/** What brought points: a card, or what a module counts. */
export function itemName({ card, label }: ScoreItem, speech: Speech): string {
  return card ? speech.card(card) : speech.term(label ?? '');
}

export function itemDrawing({ card, label }: ScoreItem): string {
  if (card) return card.kind === 'person' ? personDrawing(card.type) : 'expedition';
  return label && hasDrawing(label) ? label : 'flag';
}
