import type { Player, Score, View } from '../engine';
import { placesOn, playing } from '../engine/seating';
import type { Millis } from '../engine/time';
import type { KnownTable } from '../stores/database';
import type { Shelf } from './shelf';

/** A table as this phone remembers it: what was last seen of it, and what was done with it beside playing. */
export interface Remembered {
  table: KnownTable;
  /** When it was opened. */
  at: Millis;
  name: string | null;
  group: string;
  over: boolean;
  archived: boolean;
  /** Since when it lies in the sea chest. */
  deleted: Millis | null;
  score: Score | null;
}

/** Who plays together, by their tables; the newest first. */
export interface Group {
  id: string;
  name: string | null;
  people: string[];
  pennant: number;
  tables: Remembered[];
}

/** How many pennants there are: each pattern in five colors. */
export const PATTERNS = 5;
export const PENNANTS = 5 * PATTERNS;

/** The same people in whatever order are one group, until somebody says otherwise. */
export function groupId(people: string[]): string {
  return people
    .map((name) => name.trim().toLocaleLowerCase())
    .sort()
    .join('|');
}

/** Every table of this phone, the newest first; those in the sea chest too. */
export function rememberedTables(
  tables: KnownTable[],
  shelf: Shelf,
  scores: Record<string, Score | null> = {},
): Remembered[] {
  return tables
    .map((table) => {
      const { name, unsaid, group, archived, deleted } = shelf.tables[table.code] ?? {};
      const shared = table.members?.table_name;
      return {
        table,
        at: table.opened ?? table.seen,
        // What was said here counts until the server has heard of it.
        name: (unsaid || shared === undefined ? name : shared) || null,
        group: group ?? groupId(playing(table.view).map((player) => player.name)),
        over: table.view.phase === 'game_over',
        archived: archived !== undefined,
        deleted: deleted ?? null,
        score: scores[table.code] ?? null,
      };
    })
    .sort((one, other) => other.at - one.at);
}

/** The groups of tables that are not deleted, the one that met last first. */
export function groupsOf(remembered: Remembered[], shelf: Shelf): Group[] {
  const found = new Map<string, Remembered[]>();
  for (const one of remembered) {
    if (one.deleted === null) found.set(one.group, [...(found.get(one.group) ?? []), one]);
  }
  const oldest = [...found].sort(([, one], [, other]) => (one.at(-1)?.at ?? 0) - (other.at(-1)?.at ?? 0));
  const pennants = pennantsOf(
    oldest.map(([id]) => id),
    shelf,
  );
  return [...found].map(([id, tables]) => ({
    id,
    tables,
    name: shelf.groups[id]?.name ?? null,
    pennant: pennants.get(id) ?? 0,
    people: tables[0] ? playing(tables[0].table.view).map((player) => player.name) : [],
  }));
}

/** Each its own, and the same one every time: the older group keeps its pennant where two would have the same. Told apart by pattern first. */
function pennantsOf(oldestFirst: string[], shelf: Shelf): Map<string, number> {
  const flown = new Map<string, number>();
  const taken: number[] = [];
  const chosen = oldestFirst.filter((id) => shelf.groups[id]?.pennant !== undefined);
  for (const id of [...chosen, ...oldestFirst.filter((one) => !chosen.includes(one))]) {
    const free = Array.from({ length: PENNANTS }, (_, step) => (hashOf(id) + step) % PENNANTS);
    const other =
      free.find((one) => !taken.some((known) => known % PATTERNS === one % PATTERNS)) ??
      free.find((one) => !taken.includes(one)) ??
      0;
    const pennant = shelf.groups[id]?.pennant ?? other;
    taken.push(pennant);
    flown.set(id, pennant);
  }
  return flown;
}

function hashOf(text: string): number {
  return [...text].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
}

/** Who begins the next game: whoever sits next clockwise to who began the last one. */
export function nextStarter(view: View): Player | undefined {
  return placesOn(view, view.start_player, 1) ?? playing(view)[0];
}
