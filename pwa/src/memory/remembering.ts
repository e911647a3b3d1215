import type { Score } from '../engine';
import { knownTables, recall } from '../stores/database';
import { groupsOf, rememberedTables } from './groups';
import type { Group, Remembered } from './groups';
import { scoreKey } from './kept-under';
import { putGroup, shelf } from './shelf';
import type { Shelf } from './shelf';

/** All that this phone remembers, the newest first. */
export interface Memory {
  tables: Remembered[];
  groups: Group[];
  shelf: Shelf;
}

export async function memory(): Promise<Memory> {
  const [known, kept] = await Promise.all([knownTables(), shelf()]);
  const over = known.filter(({ view }) => view.phase === 'game_over');
  const scores = await Promise.all(
    over.map(async ({ code }) => [code, (await recall<Score>(scoreKey(code))) ?? null] as const),
  );
  const tables = rememberedTables(known, kept, Object.fromEntries(scores));
  const groups = groupsOf(tables, kept);
  // Once it flies, a pennant stays, whatever becomes of the tables.
  for (const { id, pennant } of groups)
    if (kept.groups[id]?.pennant === undefined) await putGroup(id, { pennant });
  return { tables, groups, shelf: kept };
}
