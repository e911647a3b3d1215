import type { Member, Members, Player } from '../../../engine';
import { sameName } from '../../../engine/naming';
import { freeSeats } from '../../../parts/table/duty';

/** A place that a nod can give: a seat, which may have a phone already, or a watcher's. */
export type Place = { seat: number; second: boolean } | 'watch';

export interface Places {
  /** What the nod gives by itself; null where nothing suggests a place. */
  likely: Place | null;
  others: Place[];
}

/** Where somebody who knocks could come to. The own name leads, then what was asked for, then the only free seat. */
export function placesFor(knock: Member, members: Members, players: Player[]): Places {
  const free = new Set(freeSeats(members, players));
  const seats = players.map(({ seat }): Place => ({ seat, second: !free.has(seat) }));
  const named = players.find(({ name }) => knock.name !== null && sameName(name, knock.name))?.seat;
  const only = free.size === 1 ? [...free][0] : undefined;
  const seat = knock.seat ?? named ?? (knock.role === 'spectator' ? undefined : only);
  const likely =
    seat !== undefined
      ? (seats.find((place) => place !== 'watch' && place.seat === seat) ?? null)
      : knock.role === 'spectator'
        ? 'watch'
        : null;
  const left = seats.filter((place) => place !== likely);
  const open = (place: Place): boolean => place !== 'watch' && !place.second;
  return {
    likely,
    others: [
      ...left.filter(open),
      ...(likely === 'watch' ? [] : ['watch' as const]),
      ...left.filter((place) => !open(place)),
    ],
  };
}

/** What the server is told. */
export function nodBody(place: Place): { role?: 'spectator'; seat?: number; second_phone?: true } {
  if (place === 'watch') return { role: 'spectator' };
  return { seat: place.seat, ...(place.second ? { second_phone: true as const } : {}) };
}
