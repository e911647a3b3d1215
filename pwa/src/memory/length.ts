import type { LogLine } from '../engine';
import { t } from '../words/words.svelte';

const MINUTE = 60;

/** From the first entry to the last; null where their times are not known. */
export function minutesOf(lines: Pick<LogLine, 'at'>[]): number | null {
  const times = lines.flatMap(({ at }) => (at === undefined ? [] : [at]));
  if (times.length < 2) return null;
  return Math.max(1, Math.round((Math.max(...times) - Math.min(...times)) / MINUTE));
}

export function saidLength(minutes: number): string {
  return minutes < MINUTE
    ? t('evening.minutes', { count: minutes })
    : t('evening.hours', {
        hours: Math.floor(minutes / MINUTE),
        minutes: String(minutes % MINUTE).padStart(2, '0'),
      });
}
