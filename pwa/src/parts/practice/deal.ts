import type { View } from '../../engine';

/** The next card's id: each that nobody has seen may come as well as any other. None where all are known. */
export function dealt(unseen: View['unseen'], chance = Math.random): string | undefined {
  const ids = Object.entries(unseen).flatMap(([id, count]) => Array<string>(count).fill(id));
  return ids[Math.floor(chance() * ids.length)];
}
