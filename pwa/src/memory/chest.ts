import { engine, NoAnswer, people, Rejected } from '../engine';
import { now } from '../engine/time';
import type { Millis } from '../engine/time';
import { forget, forgetTable, knownTable } from '../stores/database';
import { recordKey, scoreKey } from './kept-under';
import { put, shelf, takeDown } from './shelf';

/** How long what was deleted can be brought back. */
export const DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** Days until a table that was deleted is gone for good. */
export function daysLeft(deleted: Millis, at = now()): number {
  return Math.max(1, DAYS - Math.floor((at - deleted) / DAY));
}

/** What has lain in the sea chest for long enough goes, with all that is kept of it. */
export async function emptyChest(at = now()): Promise<void> {
  for (const [code, { deleted }] of Object.entries((await shelf()).tables)) {
    if (deleted === undefined || at - deleted < DAYS * DAY) continue;
    await giveUp(code);
    await engine().forget(code);
    await forget([scoreKey(code), recordKey(code)]);
    await forgetTable(code);
    await takeDown(code);
  }
}

/** The place at a table that others play on at; whoever opened it keeps theirs. */
async function giveUp(code: string): Promise<void> {
  const known = await knownTable(code);
  if (!known) return;
  try {
    const table = await engine().onServer({ code, token: known.token });
    if (table.token) await people().remove(table, (await people().members(table)).you, true);
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof Rejected)) throw error;
  }
}

/** Names that the server has not heard of, and places that are to be given up: what of it can be said now. */
export async function sayWhatWaits(): Promise<void> {
  const { tables } = await shelf();
  const waiting = Object.entries(tables).filter(([, one]) => one.unsaid || one.leaving);
  for (const [code, { name, unsaid, leaving }] of waiting) {
    const known = await knownTable(code);
    if (!known) continue;
    const table = await engine().onServer({ code, token: known.token });
    // One that the server has not heard of yet is called by its name once it has.
    if (!table.token) continue;
    try {
      if (unsaid) {
        await people().call(table, name ?? null);
        await put(code, { unsaid: undefined });
      }
      if (leaving) {
        await people().remove(table, (await people().members(table)).you, true);
        await put(code, { leaving: undefined, left: true });
      }
    } catch (error) {
      if (error instanceof NoAnswer) return;
      if (!(error instanceof Rejected)) throw error;
      // Who may not say so keeps the name here, and whoever is gone has left.
      await put(code, { unsaid: undefined, ...(leaving ? { leaving: undefined, left: true } : {}) });
    }
  }
}
