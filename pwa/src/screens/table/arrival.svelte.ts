import { replace, router } from 'svelte-spa-router';

import { knownTable } from '../../stores/database';
import { keptLibrary, library } from '../../stores/library';
import type { AtTable } from './on-table';
import { pausedSince } from './paused';

type Around = Pick<AtTable, 'code' | 'store' | 'drafts' | 'moment' | 'taught' | 'standing' | 'opens'>;

/** How a table comes up on the screen. */
export class Arrival {
  /** This phone has never heard of it. */
  unknown = $state(false);
  /** Strip, sky, water and quay come up one after the other, so that a slow phone stays answerable in between. */
  built = $state(0);

  constructor(private readonly at: Around) {}

  async come(): Promise<void> {
    const { code, store, drafts, moment, taught, standing, opens } = this.at;
    // Before the table comes up, so that it is drawn once.
    standing.books = (await keptLibrary().catch(() => undefined)) ?? null;
    const played = (await knownTable(code))?.played;
    await Promise.all([moment.open(), taught.open(code), drafts.open()]);
    this.unknown = !(await store.open(code));
    // The rules desk leads here where coins do not fit.
    const counting = router.querystring === 'count';
    if (counting) void replace(`/table/${code}`);
    if (counting && store.view) opens.check();
    else if (played !== undefined && store.view && pausedSince(played, store.view))
      opens.show({ sheet: 'paused', played });
    while (this.built < 3) {
      await nextTask();
      this.built += 1;
    }
    const found = await library().catch(() => null);
    standing.books ??= found;
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
