import { replace, router } from 'svelte-spa-router';

import type { View } from '../../engine';
import { bringWalks } from '../../parts/modules/bring-walks.svelte';
import { knownTable } from '../../stores/database';
import { keptLibrary, library } from '../../stores/library';
import type { AtTable } from './on-table';
import { pausedSince } from './paused';

type Around = Pick<AtTable, 'code' | 'store' | 'drafts' | 'moment' | 'taught' | 'standing' | 'opens'>;

/** Until steps that did not come are asked for again, in milliseconds. */
const AGAIN = 2000;
/** What comes up below the strip, one after the other, so that a slow phone stays answerable in between. */
const PARTS = ['players', 'goals', 'water', 'quay'] as const;
type Part = (typeof PARTS)[number];

/** How a table comes up on the screen. */
export class Arrival {
  /** This phone has never heard of it. */
  unknown = $state(false);
  private built = $state(0);

  constructor(private readonly at: Around) {}

  /** Whether that part is on the screen. */
  has(part: Part): boolean {
    return PARTS.indexOf(part) < this.built;
  }

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
    while (this.built < PARTS.length) {
      await nextTask();
      this.built += 1;
    }
    const found = await library().catch(() => null);
    standing.books ??= found;
  }
}

/** The steps of its modules; where they do not come, the table does with plain keys, and they are asked for again. */
async function bringSteps(view: View | null | undefined): Promise<void> {
  try {
    if (view) await bringWalks(view.modules);
  } catch {
    setTimeout(() => void bringSteps(view), AGAIN);
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
