import type { View } from '../../engine';

export interface Before { seat: number; name: string; coins: [number, number]; vp: [number, number] }

export interface Consequences {
  players: Before[];
  /** Whose turn, which phase or which round is another. */
  elsewhere: boolean;
  harbor: boolean;
}

/** What a correction would make different, found by comparing two views. */
export function consequences(now: View, then: View): Consequences {
  const players = now.players.flatMap((player) => {
    const other = then.players.find(({ seat }) => seat === player.seat) ?? player;
    const same = player.coins === other.coins && player.vp === other.vp;
    return same ? [] : [{ seat: player.seat, name: player.name, coins: [player.coins, other.coins] as [number, number], vp: [player.vp, other.vp] as [number, number] }];
  });
  return {
    players,
    elsewhere: now.acting !== then.acting || now.phase !== then.phase || now.round !== then.round,
    harbor: JSON.stringify(now.harbor.map(({ card }) => card)) !== JSON.stringify(then.harbor.map(({ card }) => card)),
  };
}
