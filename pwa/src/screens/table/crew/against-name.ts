import type { Entry, Player } from '../../../engine';
import { sameName } from '../../../engine/naming';
import type { TableStore } from '../../../stores/table.svelte';
import type { Speech } from '../../../words/speech';
import { t } from '../../../words/words.svelte';

/** What stands against a name, in words; or whose name looks the same and is another one. */
export interface Against {
  wrong?: string;
  alike?: string;
}

/**
 * Whether an entry that gives somebody this name can be made beside these `others`; null: it can. Whoever looks at the table
 * could not tell two apart that look alike: asked about once, unless both are kept.
 */
export async function againstName(
  store: TableStore,
  entry: Entry & { name: string },
  others: Player[],
  speech: Speech,
  both = false,
): Promise<Against | null> {
  const { name } = entry;
  if (others.some((player) => sameName(player.name, name))) return { wrong: t('new.error.twice') };
  const { looks } = await import('../../../words/alike').catch(() => ({ looks: null }));
  const alike = looks && !both && others.find((player) => looks(player.name) === looks(name))?.name;
  if (alike) return { alike };
  const seen = await store.ask(entry);
  if (seen?.kind !== 'refused') return null;
  return { wrong: seen.refusal ? speech.refusal(seen.refusal) : t('new.error.name') };
}
