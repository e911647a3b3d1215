import type { Player } from '../../engine';
import { personDrawing } from '../../drawings/sprite';
import type { Drawing } from '../../drawings/sprite';
import { shipsUnder } from '../keepers';

/** `under`: the ships that lie under it. */
export interface Owned {
  drawing: Drawing;
  color: string;
  count: number;
  key: string;
  under: string[];
}

/** What a player owns, as small symbols: equal ones once, with their number. */
export function ownedBy(player: Pick<Player, 'display' | 'expeditions'>): Owned[] {
  const found = new Map<string, Owned>();
  const cards: [Drawing, string, string][] = [
    ...player.expeditions.map((): [Drawing, string, string] => ['expedition', '', '']),
    ...player.display.map((card): [Drawing, string, string] => [
      personDrawing(card.type),
      card.color ?? '',
      card.type,
    ]),
  ];
  for (const [drawing, color, type] of cards) {
    const key = drawing + color;
    const known = found.get(key);
    if (known) known.count += 1;
    else found.set(key, { drawing, color, count: 1, key, under: shipsUnder(player, type, color) });
  }
  return [...found.values()];
}
