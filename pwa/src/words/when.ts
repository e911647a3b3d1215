import { language, t } from './words.svelte';
import { now, toSeconds } from '../engine/time';
import type { Millis } from '../engine/time';

const DAY = 24 * 60 * 60 * 1000;
const WEEK = 6 * DAY;

/** The day of a moment as one speaks of it: today, yesterday, a weekday, a date. */
export function dayName(at: Millis, today = now()): string {
  const days = Math.round((midnight(today) - midnight(at)) / DAY);
  if (days >= 0 && days < 2)
    return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(-days, 'day');
  const date = new Date(at);
  return days > 0 && days < 7
    ? date.toLocaleDateString(language(), { weekday: 'long' })
    : date.toLocaleDateString(language(), {
        day: 'numeric',
        month: 'long',
        ...(date.getFullYear() === new Date(today).getFullYear() ? {} : { year: 'numeric' }),
      });
}

function midnight(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** The hour of a moment, in seconds since 1970; empty where it is not known. */
export function hour(at: number | undefined): string {
  return at === undefined
    ? ''
    : new Date(at * 1000).toLocaleTimeString(language(), {
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      });
}

/** A table is called by the day it was opened; two of one day are told apart by the hour. */
export function tableName(opened: Millis, others: Millis[] = [], today = now()): string {
  const at = new Date(opened);
  const alone = !others.some(
    (other) => other !== opened && new Date(other).toDateString() === at.toDateString(),
  );
  const time = alone ? {} : { time: hour(toSeconds(opened)) };
  const which = alone ? '' : '_at';
  if (today - opened < WEEK)
    return t(`home.table${which}`, { day: at.toLocaleDateString(language(), { weekday: 'long' }), ...time });
  return t(`home.table_of${which}`, {
    date: at.toLocaleDateString(language(), { day: 'numeric', month: 'long' }),
    ...time,
  });
}
