import { playing } from '../../engine/seating';
import type { Remembered } from '../../memory/groups';
import type { Score } from '../../engine';

/** One player of a game that was remembered, by place. */
export interface Placed {
  seat: number;
  name: string;
  vp: number;
  wins: boolean;
}

/** The order at the end, or as it stood when it was last seen. */
export function orderOf({ score, table }: Remembered): Placed[] {
  if (score)
    return score.ranking.map(({ seat, name, vp }) => ({
      seat,
      name,
      vp,
      wins: score.winners.includes(name),
    }));
  return [...playing(table.view)]
    .sort((one, other) => other.vp - one.vp)
    .map(({ seat, name, vp }) => ({ seat, name, vp, wins: false }));
}

/** Whether coins decided a game that ended with equal points. */
export function byCoins(score: Score): { vp: number; coins: [number, number] } | null {
  const [first, second] = score.ranking;
  if (
    !first ||
    !second ||
    score.winners.length !== 1 ||
    first.vp !== second.vp ||
    first.coins === second.coins
  )
    return null;
  return { vp: first.vp, coins: [first.coins, second.coins] };
}
