import type { View } from '../../engine';
import { now } from '../../engine/time';
import type { Millis } from '../../engine/time';
import { language } from '../../words/words.svelte';

const HOUR = 3_600_000;
/** After so long nobody remembers whose turn it was. */
const PAUSE = 3 * HOUR;
const WEEK = 7 * 24 * HOUR;

/** Whether a game was left in its midst and for long, where something was played last at that time. */
export function pausedSince(played: Millis, view: View, today = now()): boolean {
  return view.revision > 0 && view.phase !== 'game_over' && today - played >= PAUSE;
}

/** "Friday, 21:40", and after a week the date. */
export function since(played: Millis, today = now()): string {
  const day: Intl.DateTimeFormatOptions =
    today - played < WEEK ? { weekday: 'long' } : { day: 'numeric', month: 'long' };
  return new Intl.DateTimeFormat(language(), { ...day, hour: '2-digit', minute: '2-digit' }).format(played);
}
