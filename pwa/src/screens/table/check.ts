import type { LedgerLine, View } from '../../engine';

/** A round has just begun, and so many have been played since the table was asked: now everybody may look at the coins. */
export function checkIsDue(view: View, every: number): boolean {
  if (!every || view.phase !== 'discover' || view.active !== view.start_player || view.harbor.length > 0)
    return false;
  const last = view.last?.entry.type ?? 'draw';
  return view.round > 1 && (view.round - 1) % every === 0 && !['draw', 'count', 'payment'].includes(last);
}

/** Somebody has just paid less than was due: perhaps it is the coins that are recorded wrongly. */
export function paidShort(view: View): LedgerLine | undefined {
  return view.last?.ledger.find(({ why }) => why === 'short');
}
