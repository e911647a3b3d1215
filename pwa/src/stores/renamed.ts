import type { Members, View } from '../engine';
import { playing } from '../engine/seating';
import type { LastGroup } from './database';

type Named = Pick<View, 'players' | 'order' | 'start_player'>;

function namesOf(view: Named): string[] {
  return playing(view).map(({ name }) => name);
}

/** Members as they are called now: the server names whoever has no other name by the seat, and tells of it later. */
export function membersNow(members: Members, before: Named, now: Named): Members {
  const called = <One extends { name: string | null; seat: number | null }>(one: One): One => {
    const was = before.players[one.seat ?? -1]?.name;
    const is = now.players[one.seat ?? -1]?.name;
    return was !== undefined && is !== undefined && one.name === was ? { ...one, name: is } : one;
  };
  return {
    ...members,
    members: members.members.map(called),
    ...(members.asking ? { asking: members.asking.map(called) } : {}),
  };
}

/** The group that played last, as it sits and is called now; undefined where it is not the one of this table. */
export function groupNow(kept: LastGroup | undefined, before: Named, now: Named): LastGroup | undefined {
  const same = kept && [...kept.players].sort().join('\n') === namesOf(before).sort().join('\n');
  return same
    ? { ...kept, players: namesOf(now), start: Math.max(0, now.order.indexOf(now.start_player)) }
    : undefined;
}

/** Whether the same people sit the same way under the same names. */
export function sameGroup(before: Named, now: Named): boolean {
  const told = (view: Named) => JSON.stringify([namesOf(view), view.start_player]);
  return told(before) === told(now);
}
