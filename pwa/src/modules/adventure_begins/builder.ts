import type { Drawing } from '../../drawings/sprite';
import type { Requirement } from '../../engine';
import type { Speech } from '../../words/speech';
import { needSaid } from '../../parts/table/need';
import { tFrom } from '../../words/words.svelte';

export const ITEMS: Drawing[] = ['bread', 'rum', 'book_of_rituals', 'medicinal_herbs'];
export const PERSONS: Drawing[] = [
  'trader',
  'sailor',
  'pirate',
  'mademoiselle',
  'governor',
  'admiral',
  'jester',
  'captain',
  'priest',
  'settler',
  'jack',
  'tybuk',
  'lookout',
  'innkeeper',
];

/** The icons of the palette, as they are printed; some stand for several things. */
export const GROUPS: [string, Drawing, string[]?][] = [
  ['person', 'captain', PERSONS],
  ['swords', 'sword'],
  ['coins', 'coin'],
  ['item', 'book_of_rituals', ITEMS],
  ['ares', 'ship-sixth'],
  ['expedition', 'expedition'],
  ['colors', 'colors'],
  ['cheap', 'person'],
  ['tax_paid', 'tax'],
  ['stopped_at', 'stop'],
  ['bust', 'clash'],
];

const GIVEN = new Set([...PERSONS, ...ITEMS, 'coins', 'ares', 'crowns']);

/** Whether a card may ask for it to be given up. */
export function CAN_GIVE(what: string): boolean {
  return GIVEN.has(what);
}

/** Printed costs up to this count as cheap. */
const CHEAP = 3;

export function put(need: Requirement[], what: string): Requirement[] {
  if (need.some((one) => one.what === what))
    return need.map((one) => (one.what === what ? { ...one, count: (one.count ?? 1) + 1 } : one));
  return [...need, { what, count: 1, ...(what === 'cheap' ? { max_cost: CHEAP } : {}) }];
}

export function taken(need: Requirement[], what: string): Requirement[] {
  return need.filter((one) => one.what !== what);
}

export function thing(what: string, speech: Speech): string {
  const term = speech.term(what);
  return term === what
    ? tFrom('need_said', `${what}s`, { defaultValue: '' }) ||
        tFrom('need_said', what, { defaultValue: '' }) ||
        needSaid([{ what }], speech)
    : term;
}
