import { engine, Rejected } from '../engine';
import type { Saved } from '../engine';
import { originOf } from '../engine/local/said-beside';
import { dayOf, now, toMillis } from '../engine/time';
import { PENNANTS, rememberedTables } from './groups';
import type { Remembered } from './groups';
import { asName, put, putGroup, shelf } from './shelf';
import type { OfGroup, Shelf } from './shelf';
import { knownTables, rememberTable } from '../stores/database';
import type { KnownTable } from '../stores/database';

const KIND = 'harbormaster-tables';
const MB = 1_000_000;
/** A file of a whole year of games is far smaller, and a table's entries are not nested so deep. */
const LARGEST = 40;
const DEEPEST = 24;
/** Names of a whole box of players. */
const LONGEST_GROUP = 1000;

/** Asks the browser not to clear away what it keeps for us when it needs room. */
export async function keepForGood(): Promise<boolean> {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}

/** What goes along with a table in a file: its name and its group. */
interface Called {
  name?: string;
  group?: { id: string } & OfGroup;
  archived?: true;
}

/** Hands the tables of this phone over as a file, or one of them; returns how many. */
export async function saveToFile(only?: string, at = now()): Promise<number> {
  const kept = await shelf();
  const remembered = rememberedTables(await knownTables(), kept);
  const saved = (await engine().saved(only)).filter(({ code }) => kept.tables[code]?.deleted === undefined);
  const tables = saved.map(({ code, table }) => {
    const found = remembered.find((one) => one.table.code === code);
    return found ? { ...table, called: calledOf(found, kept) } : table;
  });
  const file = new Blob([JSON.stringify({ kind: KIND, tables })], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `harbormaster-${dayOf(at)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return tables.length;
}

function calledOf({ name, group, archived }: Remembered, { groups }: Shelf): Called {
  return {
    ...(name ? { name } : {}),
    group: { id: group, ...groups[group] },
    ...(archived ? { archived } : {}),
  };
}

/** A file that nobody looks into any further: the words for it, under `kept`. */
export class WrongFile extends Error {
  constructor(
    readonly word: 'too_large' | 'too_deep' | 'unreadable',
    readonly params: Record<string, unknown> = {},
  ) {
    super(word);
  }
}

/** The tables of such a file, or the one of an export. Throws `WrongFile` where it is none of ours. */
export async function readSaved(file: Blob): Promise<Saved[]> {
  if (file.size > LARGEST * MB) throw new WrongFile('too_large', { limit: LARGEST });
  const text = await file.text();
  if (depthOf(text) > DEEPEST) throw new WrongFile('too_deep');
  const found = parsed(text);
  const tables: unknown = found['kind'] === KIND ? found['tables'] : [found];
  if (!Array.isArray(tables) || !tables.every(isTable)) throw new WrongFile('unreadable');
  return tables;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === 'object' && found !== null) return found as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new WrongFile('unreadable');
}

/** Whether it looks like a table; what is in it the rules judge, line by line. */
function isTable(found: unknown): found is Saved {
  if (typeof found !== 'object' || found === null) return false;
  const { setup, lines } = found as Partial<Saved>;
  return typeof setup === 'object' && setup !== null && Array.isArray(lines);
}

/** How deep the brackets of a JSON text go, looked at before anything is made of them. */
function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, (depth += 1));
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return deepest;
}

/** The table of this phone that a saved one comes from, where there is one; the newest of several. */
export async function knownHere(saved: Saved): Promise<KnownTable | undefined> {
  const [codes, { tables }] = [new Set(await engine().known(saved)), await shelf()];
  // One that nobody has looked at since has no log on this phone yet.
  return (await knownTables()).find(
    ({ code, origin }) =>
      tables[code]?.deleted === undefined && (codes.has(code) || origin === originOf(saved)),
  );
}

/** What a file calls a table is taken over; a group that has a name here keeps it. */
async function callAgain(code: string, called: unknown): Promise<void> {
  if (typeof called !== 'object' || called === null) return;
  const { name, group, archived } = called as Record<string, unknown>;
  const said = typeof name === 'string' ? asName(name) : undefined;
  const {
    id,
    name: groupName,
    pennant,
  } = (typeof group === 'object' && group !== null ? group : {}) as Record<string, unknown>;
  const of = typeof id === 'string' && id.length <= LONGEST_GROUP ? id : undefined;
  await put(code, {
    ...(said ? { name: said, unsaid: true } : {}),
    ...(of === undefined ? {} : { group: of }),
    ...(archived === true ? { archived: now() } : {}),
  });
  if (of === undefined || (await shelf()).groups[of]) return;
  const calls = typeof groupName === 'string' ? asName(groupName) : undefined;
  const flies =
    typeof pennant === 'number' && Number.isInteger(pennant) && pennant >= 0 && pennant < PENNANTS
      ? pennant
      : undefined;
  if (calls !== undefined || flies !== undefined)
    await putGroup(of, {
      ...(calls === undefined ? {} : { name: calls }),
      ...(flies === undefined ? {} : { pennant: flies }),
    });
}

/** A table that could not be opened, and what was said against it. */
export interface Refused {
  count: number;
  saved: Saved;
  error: unknown;
}

/**
 * Opens them one by one and says which is next; a table that was begun is finished, then `signal` is heard. What is wrong
 * with one keeps none of the others from being opened.
 */
export async function openSaved(
  tables: Saved[],
  next: (count: number) => void,
  signal: AbortSignal,
): Promise<{ opened: number; refused: Refused[] }> {
  const refused: Refused[] = [];
  let opened = 0;
  for (const [place, saved] of tables.entries()) {
    if (signal.aborted) break;
    next(place + 1);
    try {
      const { called, ...table } = saved as Saved & { called?: unknown };
      const { code, token, view, opened: at } = await engine().restore(table);
      await rememberTable({
        code,
        token,
        view,
        seen: now(),
        origin: originOf(table),
        ...(at === undefined ? {} : { opened: toMillis(at) }),
      });
      await callAgain(code, called);
      opened += 1;
    } catch (error) {
      if (!(error instanceof Rejected)) throw error;
      refused.push({ count: place + 1, saved, error });
    }
  }
  return { opened, refused };
}
