import type { View } from '../../engine';

/** What a tax did to one player, as the ledger of its entry says. */
export interface Levied {
  seat: number;
  before: number;
  after: number;
  lost: number;
  gained: number;
  /** Why he gained: the least points or the most swords of all, and how many those are. */
  bonus?: { by: 'vp' | 'swords'; figure: number };
}

/** Everybody whom the last entry, a tax, touched; in seat order from the one who drew it. */
export function levied(view: View): Levied[] {
  const found = new Map<number, Levied>();
  for (const { why, seat, coins = 0, params } of view.last?.ledger ?? []) {
    if (seat === undefined || !why.startsWith('tax_')) continue;
    const after = view.players[seat]?.coins ?? 0;
    const known = found.get(seat) ?? { seat, before: after, after, lost: 0, gained: 0 };
    known.before -= coins;
    if (coins < 0) known.lost -= coins;
    else known.gained += coins;
    if (params && 'vp' in params) known.bonus = { by: 'vp', figure: Number(params['vp']) };
    if (params && 'swords' in params) known.bonus = { by: 'swords', figure: Number(params['swords']) };
    found.set(seat, known);
  }
  return [...found.values()];
}
