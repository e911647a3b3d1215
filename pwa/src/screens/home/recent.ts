import type { Player, View } from '../../engine';
import { playing } from '../../engine/seating';
import type { Remembered } from '../../memory/groups';
import { scoreKey } from '../../memory/kept-under';
import { keep, rememberTable } from '../../stores/database';

const ASKED = 3;

/** Games that are on, the one that was used last first. */
export function goingOn(tables: Remembered[]): Remembered[] {
  return tables
    .filter(({ over, archived, deleted }) => !over && !archived && deleted === null)
    .sort((one, other) => other.table.seen - one.table.seen);
}

/** Asks how the tables that were used last stand by now. Without a network they stay as they were last seen. */
export async function lookAgain(tables: Remembered[]): Promise<boolean> {
  const used = tables
    .filter(({ deleted }) => deleted === null)
    .sort((one, other) => other.table.seen - one.table.seen);
  const changed = await Promise.all(used.slice(0, ASKED).map(refresh));
  return changed.includes(true);
}

async function refresh({ table, score }: Remembered): Promise<boolean> {
  try {
    // Home shows what was last seen without it.
    const { engine } = await import('../../engine');
    const view = table.view.phase === 'game_over' && score ? table.view : await engine().view(table);
    const newer = view.revision !== table.view.revision;
    // The order of the tables is that of their use on this phone, so `seen` stays.
    if (newer) await rememberTable({ ...table, view });
    if (view.phase !== 'game_over' || (score && !newer)) return newer;
    await keep(scoreKey(table.code), await engine().score(table));
    return true;
  } catch {
    return false;
  }
}

/** Most points first; who has the same stays in seat order. */
export function byPoints(view: View): Player[] {
  return [...playing(view)].sort((one, other) => other.vp - one.vp);
}

export function mostPoints(view: View): number {
  return Math.max(...playing(view).map((player) => player.vp));
}
