import { recall, update } from '../stores/database';
import type { Millis } from '../engine/time';

/** What was done with a table on this phone beside playing it. */
export interface OnShelf {
  name?: string;
  /** The server has not heard of the name. */
  unsaid?: true;
  /** The group that it was put with. */
  group?: string;
  archived?: Millis;
  /** Since when it lies in the sea chest. */
  deleted?: Millis;
  /** Its place is to be given up, or was. */
  leaving?: true;
  left?: true;
}

/** What a group is called, and the pennant that it has chosen. */
export interface OfGroup {
  name?: string;
  pennant?: number;
}

export interface Shelf {
  tables: Record<string, OnShelf>;
  groups: Record<string, OfGroup>;
}

const KEY = 'shelf';
const EMPTY: Shelf = { tables: {}, groups: {} };
/** As long as a name may be that the server takes too. */
export const LONGEST_NAME = 40;

export async function shelf(): Promise<Shelf> {
  return (await recall<Shelf>(KEY)) ?? EMPTY;
}

/** Changes what is kept of a table; what is `undefined` afterwards is gone. */
export function put(
  code: string,
  changed: { [Key in keyof OnShelf]: OnShelf[Key] | undefined },
): Promise<void> {
  return update<Shelf>(KEY, (kept = EMPTY) => ({
    ...kept,
    tables: { ...kept.tables, [code]: { ...kept.tables[code], ...changed } as OnShelf },
  }));
}

/** Nothing more is kept of it. */
export function takeDown(code: string): Promise<void> {
  return update<Shelf>(KEY, (kept = EMPTY) => {
    const { [code]: _gone, ...tables } = kept.tables;
    return { ...kept, tables };
  });
}

export function putGroup(
  id: string,
  changed: { [Key in keyof OfGroup]: OfGroup[Key] | undefined },
): Promise<void> {
  return update<Shelf>(KEY, (kept = EMPTY) => ({
    ...kept,
    groups: { ...kept.groups, [id]: { ...kept.groups[id], ...changed } as OfGroup },
  }));
}

/** A name as it is kept: trimmed, and none where nothing is left. */
export function asName(typed: string): string | undefined {
  return [...typed.trim()].slice(0, LONGEST_NAME).join('').trim() || undefined;
}
