import { engine } from '../../engine';
import type { Player, Score, View } from '../../engine';
import { playing } from '../../engine/seating';
import { keep, knownTables, recall, rememberTable } from '../../stores/database';
import type { KnownTable } from '../../stores/database';

/** A table as the harbor shows it: what this phone last saw of it, and its result where it is over. */
export interface Recent { table: KnownTable; score: Score | null }

const ASKED = 3;

export async function recentTables(): Promise<Recent[]> {
  const tables = await knownTables();
  return Promise.all(tables.map(async (table) => ({ table, score: (await recall<Score>(scoreKey(table.code))) ?? null })));
}

export function scoreKey(code: string): string {
  return `score:${code}`;
}

/** Asks how the newest tables stand by now. Without a network they stay as they were last seen. */
export async function lookAgain(recent: Recent[]): Promise<boolean> {
  const changed = await Promise.all(recent.slice(0, ASKED).map(refresh));
  return changed.includes(true);
}

async function refresh({ table, score }: Recent): Promise<boolean> {
  try {
    const view = table.view.phase === 'game_over' && score ? table.view : await engine().view(table);
    const newer = view.revision !== table.view.revision;
    // The order of the tables is that of their use on this phone, so `seen` stays.
    if (newer) await rememberTable({ ...table, view, before: [] });
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
