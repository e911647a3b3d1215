import type { Player, View } from './types';

/** Everybody who plays, clockwise; who has left is not among them, but keeps the number. */
export function playing({ order, players }: Pick<View, 'players'> & Partial<Pick<View, 'order'>>): Player[] {
  // A table as an earlier version of this app has kept it says no order.
  return order ? order.flatMap((seat) => players[seat] ?? []) : players;
}

/** Whoever sits so many places further on, clockwise. */
export function placesOn(view: View, seat: number, by: number): Player | undefined {
  const players = playing(view);
  const at = players.findIndex((player) => player.seat === seat);
  return at < 0 ? undefined : players[(at + by + players.length) % players.length];
}
