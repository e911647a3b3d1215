import type { Template, View } from '../../engine';

/** Whoever still has a chance in this turn, in their order, each with the entry by which everybody before passes. */
export function passesTo(view: View): Map<number, Template> {
  const found = new Map<number, Template>();
  if (view.phase !== 'trade_hire') return found;
  for (const template of view.allowed) {
    const { type, rest, next } = template;
    if (type === 'pass' && !rest && typeof next === 'number' && !found.has(next)) found.set(next, template);
  }
  return found;
}
