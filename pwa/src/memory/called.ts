import type { KnownTable } from '../stores/database';
import { tableName } from '../words/when';
import { rememberedTables } from './groups';
import { shelf } from './shelf';

/** What a table is called: by its name, by its group's, or by its day. */
export async function calledAs(known: KnownTable): Promise<string> {
  const kept = await shelf();
  const [one] = rememberedTables([known], kept);
  return one?.name ?? (one && kept.groups[one.group]?.name) ?? tableName(known.opened ?? known.seen);
}
