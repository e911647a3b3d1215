import type { Career } from '../../engine/careers';
import { language } from '../../words/words.svelte';

/** With one digit behind the point, as the language writes it. */
export function onAverage(sum: number, count: number): string {
  return (count ? sum / count : 0).toLocaleString(language(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** The persons hired most, per game. */
export function favourites(career: Career, most = 7): { type: string; figure: string }[] {
  return Object.entries(career.hired)
    .slice(0, most)
    .map(([type, count]) => ({ type, figure: onAverage(count, career.games) }));
}

/** As high as the best game, or as the points that a game is played to. */
export function heights(career: Career, least = 12): number[] {
  const top = Math.max(least, ...career.recent.map(({ vp }) => vp));
  return career.recent.map(({ vp }) => Math.max(4, Math.round((100 * vp) / top)));
}
