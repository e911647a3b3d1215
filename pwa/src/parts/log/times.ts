import type { LogLine, Phone } from '../../engine';
import type { Speech } from '../../words/speech';
import { hour } from '../../words/when';
import { language, t } from '../../words/words.svelte';

/** The day and the hour, where that was another day than `today`. */
export function moment(at: number | undefined, today: number | undefined): string {
  if (at === undefined || today === undefined || sameDay(at, today)) return hour(at);
  return t('log.moment', {
    day: new Date(at * 1000).toLocaleDateString(language(), { day: 'numeric', month: 'short' }),
    time: hour(at),
  });
}

export function sameDay(one: number, other: number): boolean {
  return new Date(one * 1000).toDateString() === new Date(other * 1000).toDateString();
}

export function dayOf(at: number): string {
  return new Date(at * 1000).toLocaleDateString(language(), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  });
}

/** From when to when, at most as exact as the clock on the wall. */
export function span(lines: Pick<LogLine, 'at'>[]): string {
  const times = lines.flatMap(({ at }) => (at === undefined ? [] : [at]));
  if (times.length === 0) return '';
  const [from, to] = [hour(Math.min(...times)), hour(Math.max(...times))];
  return from === to ? from : `${from}–${to}`;
}

/** At whose phone. */
export function phoneName(phone: Phone | undefined, speech: Speech): string {
  if (phone === undefined) return '';
  if (typeof phone === 'number') return t('log.phone', { name: speech.name(phone) });
  return t(phone === 'keeper' ? 'log.phone_keeper' : 'log.phone_this');
}
