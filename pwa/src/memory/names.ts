import { playing } from '../engine/seating';
import { sameName } from '../engine/naming';
import { knownTables } from '../stores/database';
import { rememberedTables } from './groups';
import { shelf } from './shelf';

/** Who has played at tables of this phone, those of the last evening first. */
export async function knownNames(): Promise<string[]> {
  const [tables, kept] = await Promise.all([knownTables(), shelf()]);
  const names = rememberedTables(tables, kept)
    .filter(({ deleted }) => deleted === null)
    .flatMap(({ table }) => playing(table.view).map(({ name }) => name));
  return names.filter((name, at) => names.findIndex((other) => sameName(other, name)) === at);
}
