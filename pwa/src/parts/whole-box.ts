import type { Card, Catalogue, OwnBox } from '../engine';
import { NOTHING, tableBox } from '../engine/own-box';
import { Box, known } from '../screens/table/box';

/** Every card of these modules that fits, with the group's own ones, none of them out yet. */
export function wholeBox(catalogue: Catalogue, modules: string[], box: OwnBox = NOTHING, fits: (card: Card) => boolean = () => true): Box {
  const own = tableBox(catalogue, box);
  const printed = catalogue.sets.filter((set) => set.modules.some((module) => modules.includes(module))).flatMap((set) => set.cards);
  const counts = new Map(printed.map(({ id, count }) => [id, count]));
  const cards = [...printed.filter(known), ...own.own.map(({ card }) => card)].filter(fits);
  return new Box(catalogue, Object.fromEntries(cards.map(({ id = '' }) => [id, own.holds[id] ?? counts.get(id) ?? 0])), own);
}
