import type { LastGroup } from '../../stores/database';
import { isUnnamed } from './unnamed';

/** What another screen leads to a new table with; taken once. */
let proposed: LastGroup | null = null;
/** As it is, names and all. */
let whole: LastGroup | null = null;

export function proposeGroup(group: LastGroup): void {
  whole = group;
}

export function propose(group: LastGroup): void {
  proposed = group;
}

/** Who sits down at a new table; whoever was only called by a place still has no name. */
export function proposedFor(last: LastGroup | undefined): LastGroup | undefined {
  const group = wished(last);
  return group && { ...group, players: group.players.map((name) => (isUnnamed(name) ? '' : name)) };
}

/** The group that played last, at what is proposed: as many names as are wanted, those that are known first. */
function wished(last: LastGroup | undefined): LastGroup | undefined {
  if (whole) {
    const group = whole;
    [whole, proposed] = [null, null];
    return group;
  }
  if (!proposed) return last;
  const { players, ...what } = proposed;
  proposed = null;
  const start = last?.start ?? 0;
  return {
    ...what,
    players: players.map((_, at) => last?.players[at] ?? ''),
    start: start < players.length ? start : 0,
  };
}
