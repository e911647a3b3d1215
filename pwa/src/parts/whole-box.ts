import type { Card, Catalogue } from '../engine';
import { Box } from '../screens/table/box';

/** Every card of these modules that fits, none of them out yet. */
export function wholeBox(catalogue: Catalogue, modules: string[], fits: (card: Card) => boolean = () => true): Box {
  const cards = catalogue.sets.filter(({ set }) => modules.includes(set)).flatMap((set) => set.cards);
  return new Box(catalogue, Object.fromEntries(cards.filter(fits).map(({ id, count }) => [id, count])));
}
