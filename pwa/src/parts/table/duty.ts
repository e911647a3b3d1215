import { mayEnter } from '../../engine';
import type { Members, Player } from '../../engine';

/**
 * What this phone is for at the moment. `records`: it has the pad. `follows`: a player's phone that shows what its
 * player could take. `watches`: it has no seat.
 */
export type Duty = 'records' | 'follows' | 'watches';

/**
 * `records`: whether the phone's owner wants the pad in others' turns too; null where they have not said. `order`: the
 * seats of everybody who plays.
 */
export function dutyOf(
  members: Members | null,
  acting: number,
  records: boolean | null,
  order?: number[],
): Duty {
  // A table that no server knows is this phone's alone.
  if (!members) return 'records';
  const enters = mayEnter(members);
  if (members.seat === null) return enters ? 'records' : 'watches';
  // Whoever has left the game looks on, or keeps the log for the others.
  if (order && !order.includes(members.seat)) return members.role === 'keeper' ? 'records' : 'watches';
  if (!enters) return 'follows';
  return acting === members.seat || (records ?? members.role === 'keeper') ? 'records' : 'follows';
}

/** The seats that nobody has a phone for. */
export function freeSeats(members: Members, players: Pick<Player, 'seat'>[]): number[] {
  const taken = new Set(members.members.map(({ seat }) => seat));
  return players.map(({ seat }) => seat).filter((seat) => !taken.has(seat));
}
