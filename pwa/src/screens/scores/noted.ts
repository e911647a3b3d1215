import type { LogLine } from '../../engine';
import { isMarked } from '../../parts/log/shown';

export interface Noted {
  counted: number;
  marked: number;
}

/** Of the entries that hold: how often the table counted something else, and how many are marked. Null where it is all as played. */
export function notedIn(lines: LogLine[]): Noted | null {
  const held = lines.filter(({ holds, entry }) => holds && entry);
  const counted = held.filter(({ entry }) => entry?.type === 'count' || entry?.type === 'payment').length;
  const marked = held.filter(isMarked).length;
  return counted + marked > 0 ? { counted, marked } : null;
}
