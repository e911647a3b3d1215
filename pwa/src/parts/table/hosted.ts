import { getContext, setContext } from 'svelte';

import type { TableStore } from '../../stores/table.svelte';

/** The table that a screen stands beside: its store is shared, and the way back is not needed. */
export interface Host {
  store: TableStore;
}

const KEY = Symbol('beside');

export function host(store: TableStore): void {
  setContext<Host>(KEY, { store });
}

/** Null where the screen has the page to itself. */
export function besides(): Host | null {
  return getContext<Host | undefined>(KEY) ?? null;
}
