import { newToken, people, serverView } from '../../engine';
import type { Asked } from '../../engine';
import { now } from '../../engine/time';
import { keep, recall, rememberTable } from '../../stores/database';

const ASKING = 'join.asking';

/** A wish to join that the keeper has not answered yet. */
export interface Wished {
  token: string;
  shortCode: string;
}

/** The token that this phone joins with: the same one for the same invite, so that a lost answer costs no second seat. */
export async function tokenFor(secret: string): Promise<string> {
  const key = `join.${secret}`;
  const kept = await recall<string>(key);
  if (kept) return kept;
  const made = newToken();
  await keep(key, made);
  return made;
}

/** The table is this phone's from now on. */
export async function arrive(code: string, token: string): Promise<void> {
  const table = { code, token };
  const [view, members] = await Promise.all([serverView(table), people().members(table)]);
  await rememberTable({ ...table, seen: now(), view, members });
  await keep(ASKING, null);
}

export async function wish(shortCode: string, name: string): Promise<Asked & { token: string }> {
  const before = await wished();
  const token = before?.shortCode === shortCode ? before.token : newToken();
  await keep(ASKING, { token, shortCode });
  const asked = await people().request(shortCode, { token, ...(name ? { name } : {}) });
  return { ...asked, token };
}

/** What this phone has asked for and not been answered yet. */
export async function wished(): Promise<Wished | null> {
  return (await recall<Wished | null>(ASKING)) ?? null;
}

export async function forgetWish(): Promise<void> {
  await keep(ASKING, null);
}
