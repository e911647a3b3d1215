import type { LedgerLine } from '../../engine';
import { COLORS } from './box';
import type { Printed } from './box';
import type { Speech } from '../../words/speech';
import { signed } from '../../words/words.svelte';

/** Lines of a ledger that pay or cost, grouped by who: "Ada +1, Dev +1". */
export function sums(lines: LedgerLine[], speech: Speech): string {
  return lines.map((line) => `${speech.name(line.seat)} ${signed(line.coins ?? 0)}`).join(', ');
}

/** Persons with a color stand below their ship: a column each, one kind below the other, the cheaper one first. */
export function columns(persons: Printed[]): Map<string, { column: number; row: number }> {
  const places = new Map<string, { column: number; row: number }>();
  const colored = persons.flatMap(({ card }) =>
    card.kind === 'person' && card.color
      ? [{ id: card.id, type: card.type, color: card.color, cost: card.cost }]
      : [],
  );
  const colors = [...new Set([...COLORS, ...colored.map(({ color }) => color)])];
  const types = [...new Set(colored.map(({ type }) => type))];
  const used = colors.map(() => 0);
  const sorted = colored.sort(
    (one, other) => types.indexOf(one.type) - types.indexOf(other.type) || one.cost - other.cost,
  );
  for (const { id, color } of sorted) {
    const at = colors.indexOf(color);
    used[at] = (used[at] ?? 0) + 1;
    places.set(id, { column: at + 1, row: used[at] });
  }
  return places;
}
