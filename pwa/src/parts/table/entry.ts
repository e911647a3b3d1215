import type { Entry, Template } from '../../engine';
import { PRIZES } from '../prints';

/** What a template says about itself: it is not posted back. */
const TELLS = new Set<string>([
  ...PRIZES.map(({ key }) => key),
  'allowed',
  'refusal',
  'module',
  'answers',
  'asks',
  'about',
  'figures',
  'card',
  'coins',
  'price',
  'discount',
  'gain',
  'trader',
  'takes',
  'compensation',
  'bust',
  'cards',
  'next',
  'ship_to',
  'points',
  'nets',
  'dear',
]);

/** A template's own keys, posted back as the entry, and what was asked for. */
export function entryOf(template: Template, said: Record<string, unknown> = {}): Entry {
  const own = Object.entries(template).filter(([key, value]) => !TELLS.has(key) && value !== undefined);
  return { ...Object.fromEntries(own), ...said } as unknown as Entry;
}
