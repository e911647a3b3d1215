import type { Card, LedgerLine, View } from '../../engine';
import type { Speech } from '../../words/speech';

/** What the last entry gave a player or took from him, as his line shows it until the next entry. */
export interface Change { coins: number; line: LedgerLine; reason?: string }

/** Lines that stand in nobody's line: the one who acts sees them in his figures and in the ledger. */
const TOLD_ELSEWHERE = new Set(['trade', 'trader', 'hire', 'expedition']);

/** Whoever took the last card of a turn, or claims after it, acts no more: there his line says what he got. */
export function changesBySeat(view: View, speech: Speech): Map<number, Change[]> {
  const over = lineOf(view, 'turn_begins') ?? lineOf(view, 'game_over');
  const changes = new Map<number, Change[]>();
  for (const line of view.last?.ledger ?? []) {
    if (line.seat === undefined || !line.coins) continue;
    if (TOLD_ELSEWHERE.has(line.why) && !over && (view.phase === 'trade_hire' || line.seat === view.acting)) continue;
    changes.set(line.seat, [...(changes.get(line.seat) ?? []), { coins: line.coins, line, ...reasonOf(line, speech) }]);
  }
  return changes;
}

function reasonOf({ why, params }: LedgerLine, speech: Speech): { reason?: string } {
  if (why === 'trader' || why === 'expedition') return { reason: speech.term(why) };
  const card = params?.['card'];
  return TOLD_ELSEWHERE.has(why) && typeof card === 'object' && card !== null && 'kind' in card ? { reason: speech.card(card as unknown as Card) } : {};
}

export function lineOf(view: View | null, why: string): LedgerLine | undefined {
  return view?.last?.ledger.find((line) => line.why === why);
}

/** Whether the last entry ended the turn in a bust; it stays on the screen until somebody taps on. */
export function bustLine(view: View | null): LedgerLine | undefined {
  return lineOf(view, 'bust');
}
