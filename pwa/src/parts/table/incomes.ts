import type { LedgerLine } from '../../engine';

/** What persons pay everybody at a bust. */
export function paidAtABust(ledger: LedgerLine[]): LedgerLine[] {
  return ledger.filter(({ why }) => isPaidAtABust(why));
}

export function isPaidAtABust(why: string): boolean {
  return why.endsWith('_bust');
}

/** Whose coins a line pays: it is called by the person, and by when that is another time than the start of a part. */
export function payer(why: string): string {
  return why.replace(/_(bust|empty|tax)$/, '');
}
