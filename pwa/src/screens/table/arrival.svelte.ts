import { replace, router } from 'svelte-spa-router';

import type { View } from '../../engine';
import { bringWalks } from '../../parts/modules/bring-walks.svelte';
import { knownTable } from '../../stores/database';
import { keptLibrary, library } from '../../stores/library';
import type { AtTable } from './on-table';
import { pausedSince } from './paused';

type Around = Pick<AtTable, 'code' | 'store' | 'drafts' | 'moment' | 'taught' | 'standing' | 'opens'>;

/** How a table comes up on the screen. */
export class Arrival {
  /** This phone has never heard of it. */
  unknown = $state(false);
  /** Strip, players, goals, water and quay come up one after the other, so that a slow phone stays answerable in between. */
  built = $state(0);

  constructor(private readonly at: Around) {}

  async come(): Promise<void> {
    const { code, store, drafts, moment, taught, standing, opens } = this.at;
    // Before the table comes up, so that it is drawn once.
    standing.books = (await keptLibrary().catch(() => undefined)) ?? null;
    const known = await knownTable(code);
    await Promise.all([moment.open(), taught.open(code), drafts.open(), bringSteps(known?.view)]);
    this.unknown = !(await store.open(code));
    await bringSteps(store.view);
    // The rules desk leads here where coins do not fit.
    const counting = router.querystring === 'count';
    if (counting) void replace(`/table/${code}`);
    if (counting && store.view) opens.check();
    else if (known?.played !== undefined && store.view && pausedSince(known.played, store.view))
      opens.show({ sheet: 'paused', played: known.played });
    while (this.built < 4) {
      await nextTask();
      this.built += 1;
    }
    const found = await library().catch(() => null);
    standing.books ??= found;
  }
}

/** The steps of its modules; where the network does not bring them, the table does with plain keys until it is back. */
async function bringSteps(view: View | null | undefined): Promise<void> {
  try {
    if (view) await bringWalks(view.modules);
  } catch {
    window.addEventListener('online', () => void bringSteps(view), { once: true });
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
