import type { LedgerLine } from '../../engine';
import { apart } from '../../words/pieces';
import { list, signed, t } from '../../words/words.svelte';
import type { Speech } from '../../words/speech';

/** How many changes can be told one by one where there is little room. */
const FEW = 3;

/** All that a tax does, player by player: "Ben −7 +1, Eve −6"; those with the same figures together. */
export function levied(ledger: LedgerLine[], speech: Speech): string {
  const seats = bySeat(ledger);
  const groups = new Map<string, string[]>();
  for (const [seat, lines] of seats) {
    const figures = lines.map(({ coins = 0 }) => signed(coins)).join(' ');
    groups.set(figures, [...(groups.get(figures) ?? []), speech.name(seat)]);
  }
  const told = [...groups].map(([figures, names]) => `${names.join(', ')} ${figures}`);
  return groups.size < seats.size ? apart(told) : told.join(', ');
}

/** The same in a few words: many losses are one sum, many who gain are a number. */
export function leviedShort(ledger: LedgerLine[], speech: Speech): string {
  if (bySeat(ledger).size <= FEW) return levied(ledger, speech);
  const losses = ledger.filter(({ why }) => why === 'tax_loss');
  const gains = ledger.filter(({ why }) => why === 'tax_bonus');
  const lost =
    losses.length > 2
      ? [
          t('tax.lose', {
            count: losses.length,
            coins: -losses.reduce((sum, { coins = 0 }) => sum + coins, 0),
          }),
        ]
      : losses.map((line) => named([line], speech));
  return apart([...lost, ...(gains.length ? [named(gains, speech)] : [])]);
}

/** Who gains all gain the same. */
function named(lines: LedgerLine[], speech: Speech): string {
  const coins = signed(lines[0]?.coins ?? 0);
  return lines.length > 2
    ? t('tax.each', { count: lines.length, coins })
    : `${list(lines.map(({ seat }) => speech.name(seat)))} ${coins}`;
}

function bySeat(ledger: LedgerLine[]): Map<number, LedgerLine[]> {
  const found = new Map<number, LedgerLine[]>();
  for (const line of ledger) {
    if (line.seat !== undefined && line.coins && line.why.startsWith('tax_'))
      found.set(line.seat, [...(found.get(line.seat) ?? []), line]);
  }
  return found;
}
