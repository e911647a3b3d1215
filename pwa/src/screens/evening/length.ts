import type { LogLine } from '../../engine';
import { t } from '../../words/words.svelte';

const MINUTE = 60;

/** How long the entries took from the first to the last; empty where their times are not known. */
export function lengthOf(lines: Pick<LogLine, 'at'>[]): string {
  const times = lines.flatMap(({ at }) => (at === undefined ? [] : [at]));
  if (times.length < 2) return '';
  const minutes = Math.max(1, Math.round((Math.max(...times) - Math.min(...times)) / MINUTE));
  return minutes < MINUTE ? t('evening.minutes', { count: minutes }) : t('evening.hours', { hours: Math.floor(minutes / MINUTE), minutes: String(minutes % MINUTE).padStart(2, '0') });
}
