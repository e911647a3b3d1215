import type { Template, View } from '../../engine';

/** What a module allows now that belongs to no question and to no goal: a chip on the water starts it. */
export function loose(view: View): Template[] {
  return view.allowed.filter(({ module, allowed, answers, about }) => module && allowed && !answers && !about?.goal);
}
