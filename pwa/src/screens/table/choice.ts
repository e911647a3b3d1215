import type { Color, LedgerLine, Person } from '../../engine';
import { COLORS } from './box';
import type { Printed } from './box';
import type { Speech } from '../../words/speech';
import { signed } from '../../words/words.svelte';

/** Which one? What the rows below the ships ask. */
export type Asked =
  | { kind: 'ship'; color: Color }
  | { kind: 'person'; type: string }
  | { kind: 'expedition' }
  | { kind: 'tax' }
  | { kind: 'more' };

/** Lines of a ledger that pay or cost, grouped by who: "Ada +1, Dev +1". */
export function sums(lines: LedgerLine[], speech: Speech): string {
  return lines.map((line) => `${speech.name(line.seat)} ${signed(line.coins ?? 0)}`).join(', ');
}

/** Traders stand below their ship: a column each, the cheaper one first. */
export function columns(traders: Printed[]): Map<string, { column: number; row: number }> {
  const places = new Map<string, { column: number; row: number }>();
  const colors = [...new Set([...COLORS, ...traders.map(({ card }) => (card as Person).color ?? 'yellow')])];
  const used = colors.map(() => 0);
  const sorted = [...traders].sort((one, other) => (one.card as Person).cost - (other.card as Person).cost);
  for (const { card } of sorted) {
    const at = colors.indexOf((card as Person).color ?? 'yellow');
    used[at] = (used[at] ?? 0) + 1;
    places.set(card.id, { column: at + 1, row: used[at] });
  }
  return places;
}
