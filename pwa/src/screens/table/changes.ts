import type { LedgerLine, View } from '../../engine';

/** What the last entry gave a player or took from him, as his line shows it until the next entry. */
export interface Change { coins: number; line: LedgerLine }

/** Lines that stand in nobody's line: the one who acts sees them in his figures and in the ledger. */
const TOLD_ELSEWHERE = new Set(['trade', 'trader', 'hire', 'expedition']);

export function changesBySeat(view: View): Map<number, Change[]> {
  const changes = new Map<number, Change[]>();
  for (const line of view.last?.ledger ?? []) {
    if (line.seat === undefined || !line.coins || TOLD_ELSEWHERE.has(line.why)) continue;
    changes.set(line.seat, [...(changes.get(line.seat) ?? []), { coins: line.coins, line }]);
  }
  return changes;
}

export function lineOf(view: View | null, why: string): LedgerLine | undefined {
  return view?.last?.ledger.find((line) => line.why === why);
}

/** Whether the last entry ended the turn in a bust; it stays on the screen until somebody taps on. */
export function bustLine(view: View | null): LedgerLine | undefined {
  return lineOf(view, 'bust');
}
