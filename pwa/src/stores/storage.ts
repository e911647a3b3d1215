import { engine } from '../engine';
import type { Saved } from '../engine';
import { rememberTable } from './database';

const KIND = 'harbormaster-tables';

/** Asks the browser not to clear away what it keeps for us when it needs room. */
export async function keepForGood(): Promise<boolean> {
  try {
    return (await navigator.storage?.persist?.()) ?? false;
  } catch {
    return false;
  }
}

/** Hands all tables of this phone over as a file; returns how many. */
export async function saveToFile(now = new Date()): Promise<number> {
  const tables = await engine().saved();
  const file = new Blob([JSON.stringify({ kind: KIND, tables })], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `harbormaster-${now.toISOString().slice(0, 10)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return tables.length;
}

/** The tables of such a file. Throws where it is no file of ours. */
export async function readSaved(file: Blob): Promise<Saved[]> {
  const { kind, tables } = JSON.parse(await file.text()) as { kind?: string; tables?: Saved[] };
  if (kind !== KIND || !Array.isArray(tables)) throw new SyntaxError(`not a ${KIND} file`);
  return tables;
}

/** Opens them one by one and says which is next; a table that was begun is finished, then `signal` is heard. Returns how many. */
export async function openSaved(tables: Saved[], next: (count: number) => void, signal: AbortSignal): Promise<number> {
  let opened = 0;
  for (const saved of tables) {
    if (signal.aborted) break;
    next(opened + 1);
    const { code, token, view } = await engine().restore(saved);
    await rememberTable({ code, token, view, seen: Date.now() });
    opened += 1;
  }
  return opened;
}
