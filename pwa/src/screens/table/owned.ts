import type { Player } from '../../engine';
import { personDrawing } from '../../drawings/sprite';

export interface Owned { drawing: string; color: string; count: number; key: string }

/** What a player owns, as small symbols: equal ones once, with their number. */
export function ownedBy(player: Pick<Player, 'display' | 'expeditions'>): Owned[] {
  const found = new Map<string, Owned>();
  const cards = [...player.expeditions.map(() => ['expedition', '']), ...player.display.map((card) => [personDrawing(card.type), card.color ?? ''])];
  for (const [drawing = '', color = ''] of cards) {
    const key = drawing + color;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { drawing, color, count: 1, key });
  }
  return [...found.values()];
}
