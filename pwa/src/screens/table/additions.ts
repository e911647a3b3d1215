import type { Template, View } from '../../engine';
import { walked } from '../../parts/modules/bring-walks.svelte';

/** What a module allows now that belongs to no question, no goal and no card to take, or is another way to repel, at no place of its own: a chip on the water starts it. */
export function loose(view: View): Template[] {
  return view.allowed.filter(
    ({ type, module, allowed, answers, about, item }) =>
      module &&
      allowed &&
      item === undefined &&
      !walked(type) &&
      (type === 'repel' ||
        (type !== 'take' && !answers && !about?.goal && about?.player === undefined && !about?.waits)),
  );
}

/** What may be sold now. */
export function sold(view: View): Template[] {
  return view.allowed.filter(({ item, allowed, answers }) => item !== undefined && allowed && !answers);
}

/** By berth, how its card may be taken: as ever, and then in whatever other ways modules allow. */
export function waysToTake(takes: Template[]): Map<number, Template[]> {
  const found = new Map<number, Template[]>();
  for (const take of [...takes.filter(({ module }) => !module), ...takes.filter(({ module }) => module)]) {
    const berth = take.harbor_index ?? -1;
    found.set(berth, [...(found.get(berth) ?? []), take]);
  }
  return found;
}
