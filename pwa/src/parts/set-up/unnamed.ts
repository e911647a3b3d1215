import { sameName } from '../../engine/naming';
import { t } from '../../words/words.svelte';

/** More places than that no table has. */
const PLACES = 9;

/** What somebody without a name is called, by the place at the table. */
export function unnamed(count: number): string {
  return t('new.unnamed', { count });
}

/** Whether somebody is only called by a place, also where a table has been opened with that. */
export function isUnnamed(name: string): boolean {
  return (
    name.trim() === '' ||
    Array.from({ length: PLACES }, (_, at) => at + 1).some((at) => sameName(name, unnamed(at)))
  );
}
