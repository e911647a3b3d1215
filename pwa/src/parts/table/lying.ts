import type { Card, HarborCard, LedgerLine, Lying, Ship, View } from '../../engine';

/** The card that the last entry drew. */
export function drawnCard({ last }: View): Card | undefined {
  return last?.entry.type === 'draw' && typeof last.entry.card === 'object' ? last.entry.card : undefined;
}

/** What lies in the harbor. A bust has swept it: what lay there is shown once more. */
export function lyingNow(view: View, bust: LedgerLine | undefined): Lying[] {
  if (!bust) return view.harbor;
  const drawn = drawnCard(view);
  const swept = (bust.params?.['swept'] ?? (drawn ? [drawn] : [])) as Card[];
  return swept
    .filter((card): card is HarborCard => card.kind === 'ship' || card.kind === 'person')
    .map((card, index) => ({ index, card }));
}

/** The ships of one color that clash: of a bust, or of what has to be decided now. */
export function clashing(
  view: View,
  bust: LedgerLine | undefined,
  lying: Lying[],
): { index: number; card: Ship }[] {
  const ships = lying.filter((one): one is { index: number; card: Ship } => one.card.kind === 'ship');
  const pending = view.pending?.kind === 'repel' && view.pending.must_decide ? view.pending : null;
  const color = bust
    ? bust.params?.['color']
    : ships.find(({ index }) => index === pending?.harbor_index)?.card.color;
  return color === undefined ? [] : ships.filter(({ card }) => card.color === color);
}

/** The berth of the card that was drawn last, where it lies there. */
export function newestBerth(view: View, lying: Lying[]): number | null {
  const drawn = drawnCard(view);
  return drawn && drawn.kind !== 'expedition' && drawn.kind !== 'tax' ? (lying.at(-1)?.index ?? null) : null;
}
