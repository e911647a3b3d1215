import type { Card, Catalogue, OwnBox } from '../../engine';
import { NOTHING, tableBox } from '../../engine/own-box';
import { Box, known } from './box';

/** Every card of these modules that fits, with the group's own ones and those of unknown numbers, none of them out yet. */
export function wholeBox(
  catalogue: Catalogue,
  modules: string[],
  box: OwnBox = NOTHING,
  fits: (card: Card) => boolean = () => true,
): Box {
  const own = tableBox(catalogue, box);
  const printed = catalogue.sets
    .filter((set) => set.modules.some((module) => modules.includes(module)))
    .flatMap((set) => set.cards);
  const counts = new Map(printed.map(({ id, count }) => [id, count]));
  const cards = [...printed.filter(known), ...own.own.map(({ card }) => card)].filter(fits);
  const read = (id: string): number =>
    box.own.reduce((sum, one) => sum + (one.instead_of === id ? one.count : 0), 0);
  const unread = printed
    .filter((card) => !known(card))
    .map(({ id, count }): [string, number] => [id, count - read(id)]);
  return new Box(
    catalogue,
    Object.fromEntries([
      ...cards.map(({ id = '' }): [string, number] => [id, own.holds[id] ?? counts.get(id) ?? 0]),
      ...unread,
    ]),
    own,
  );
}
