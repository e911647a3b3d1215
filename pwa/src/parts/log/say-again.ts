import type { Entry } from '../../engine';
import { againOf } from '../modules/bring-walks.svelte';

/** How an entry is put right besides being taken out: what it opens in the log.
 *
 * `card`: another card; `cards`: another one among those it tells; `taker`: who took it; `step`: the step of its module, as at first;
 * `goals`: the cards that were laid out; `figures`: its numbers; `moment`: what else could be done then.
 */
export type Again = 'card' | 'cards' | 'taker' | 'step' | 'goals' | 'figures' | 'moment';

/** Numbers that say where something is, not what the table counted. */
const PLACES = new Set([
  'by',
  'harbor_index',
  'expedition_index',
  'place',
  'keep',
  'seat',
  'after',
  'start',
  'other',
  'had',
]);
/** What no number alone puts right. */
const WHOLE = new Set(['join', 'payment']);

/** The numbers of an entry, and of whom where it says so of some players. */
export function figuresOf(entry: Entry): { key: string; seat?: string; value: number }[] {
  if (WHOLE.has(entry.type)) return [];
  return Object.entries(entry).flatMap(([key, value]) => {
    if (PLACES.has(key)) return [];
    if (typeof value === 'number') return [{ key, value }];
    const bySeat =
      value &&
      typeof value === 'object' &&
      !Array.isArray(value) &&
      Object.values(value).every((one) => typeof one === 'number');
    return bySeat
      ? Object.entries(value as Record<string, number>).map(([seat, one]) => ({ key, seat, value: one }))
      : [];
  });
}

export function withFigure(entry: Entry, key: string, seat: string | undefined, value: number): Entry {
  if (seat === undefined) return { ...entry, [key]: value };
  return {
    ...entry,
    [key]: { ...(entry as unknown as Record<string, Record<string, number>>)[key], [seat]: value },
  };
}

/** Cards that an entry laid out by their names, some with what was read off them; what is given up is no such. */
export function laidBy(entry: Entry): string[] | undefined {
  const names = (value: unknown): value is (string | { name: string })[] =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(
      (one) => typeof one === 'string' || (typeof one === 'object' && one !== null && 'name' in one),
    );
  const told = Object.entries(entry).find(([key, value]) => !GIVEN.has(key) && names(value))?.[1] as
    (string | { name: string })[] | undefined;
  return told?.map((one) => (typeof one === 'string' ? one : one.name));
}

const GIVEN = new Set(['discard', 'give', 'cards']);

export function waysAgain(entry: Entry): Again[] {
  const own = againOf(entry.type)
    ? 'step'
    : laidBy(entry)
      ? 'goals'
      : entry.card !== undefined
        ? 'card'
        : entry.cards !== undefined
          ? 'cards'
          : entry.type === 'take'
            ? 'taker'
            : figuresOf(entry).length
              ? 'figures'
              : undefined;
  return [...(own ? ([own] as Again[]) : []), 'moment'];
}
