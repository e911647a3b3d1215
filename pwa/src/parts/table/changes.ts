import type { Card, LedgerLine, View } from '../../engine';
import { signed, worded } from '../../words/words.svelte';
import type { Speech } from '../../words/speech';

/**
 * What the last entry changed for a player in all, as his line shows it until the next entry.
 * `why` says what the figure is made of, `main` is what weighs most in it, `kept` the color of a ship that stayed for points.
 */
export interface Change {
  coins: number;
  why: string;
  main: LedgerLine;
  kept?: string;
}

/** One figure a player, however many lines of the ledger it is made of: what he has now less what he had before. */
export function changesBySeat(view: View, speech: Speech): Map<number, Change> {
  const lines = new Map<number, LedgerLine[]>();
  for (const line of view.last?.ledger ?? []) {
    if (line.seat === undefined || !line.coins) continue;
    lines.set(line.seat, [...(lines.get(line.seat) ?? []), line]);
  }
  const kept = new Map(
    (view.last?.ledger ?? []).flatMap((line) =>
      line.seat !== undefined && keptBy(line) ? [[line.seat, keptBy(line)]] : [],
    ),
  );
  return new Map(
    [...lines].map(([seat, found]) => [
      seat,
      { ...changeOf(found, speech), ...(kept.has(seat) ? { kept: kept.get(seat) ?? '' } : {}) },
    ]),
  );
}

/** The color of a ship that is worth points where it went. */
function keptBy({ params }: LedgerLine): string {
  const card = params?.['card'];
  return params?.['vp'] && typeof card === 'object' && card !== null && 'kind' in card && card.kind === 'ship'
    ? String((card as { color?: unknown }).color ?? '')
    : '';
}

function changeOf(lines: LedgerLine[], speech: Speech): Change {
  const main = lines.reduce((most, line) =>
    Math.abs(line.coins ?? 0) > Math.abs(most.coins ?? 0) ? line : most,
  );
  const coins = net(lines);
  const reasons = lines.map((line) =>
    (lines.length > 1
      ? `${reasonOf(line, speech)} ${signed(line.coins ?? 0)}`
      : reasonOf(line, speech)
    ).trim(),
  );
  return { coins, why: reasons.filter(Boolean).join(', '), main };
}

export function net(lines: LedgerLine[]): number {
  return lines.reduce((sum, { coins = 0 }) => sum + coins, 0);
}

/** In a word or two: there is little room in a line. */
function reasonOf({ why, params }: LedgerLine, speech: Speech): string {
  if (why === 'trader' || why === 'expedition') return speech.term(why);
  const card = params?.['card'];
  if ((why === 'hire' || why === 'trade') && typeof card === 'object' && card !== null && 'kind' in card)
    return speech.card(card as unknown as Card);
  const which = why === 'tax_bonus' ? ('vp' in (params ?? {}) ? '_vp' : '_swords') : '';
  return worded('delta', `${why}${which}`, { ...params, swords: speech.term('swords') });
}

export function lineOf(view: View | null, why: string): LedgerLine | undefined {
  return view?.last?.ledger.find((line) => line.why === why);
}

/** A bust to be looked at; one that was only told has been seen at the table. */
export function bustShown(view: View | null): LedgerLine | undefined {
  return view?.last?.entry.type === 'bust' ? undefined : bustLine(view);
}

/** Whether the last entry ended the turn in a bust; it stays on the screen until somebody taps on. */
export function bustLine(view: View | null): LedgerLine | undefined {
  return lineOf(view, 'bust');
}
