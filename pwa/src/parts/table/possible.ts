import type { Entry, LedgerLine, View } from '../../engine';
import type { TableStore } from '../../stores/table.svelte';

/** What an entry would bring about; null where it is refused, or nobody can say. */
export async function possible(
  store: TableStore,
  entry: Entry,
): Promise<{ ledger: LedgerLine[]; view: View | null } | null> {
  const seen = await store.ask(entry);
  return seen?.kind === 'possible' ? { ledger: seen.ledger, view: seen.view } : null;
}
