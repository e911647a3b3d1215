import { untrack } from 'svelte';

import type { View } from '../../engine';
import { byHand } from '../../parts/modules/bring-walks.svelte';
import { bustLine } from '../../parts/table/changes';
import { entryOf } from '../../parts/table/entry';
import { isNew } from '../../parts/table/goals';
import { buzz, feelCalls } from '../../parts/touch/feel.svelte';
import { CampaignKeeper } from '../../stores/campaigns';
import { BoxKeeper } from '../../stores/own-box';
import { journey } from './journey';
import { asksCount, countOf } from './lightly/lightly';
import type { AtTable } from './on-table';
import { travel } from './travel';

/** Who joins, and what another phone asks, is seen to while the others play. */
const STAYS_OPEN: readonly (string | undefined)[] = ['invite', 'doubt', 'crew'];

/** What happens by itself on the screen whenever the table has moved on. */
export function followTable(table: AtTable, screen: () => HTMLElement | undefined): void {
  const { code, store, taught, practice, standing, asking, telling, underway, opens } = table;

  $effect(() => {
    if (standing.view && !standing.bust) taught.follow(standing.view);
  });

  $effect(() => {
    const { view, box, bust } = standing;
    if (view && box)
      practice?.follow(view, (id) => standing.box?.card(id), bust !== undefined || opens.open !== null);
  });

  /** While the state before is still on the screen: what leaves it sets out from there. */
  let shown: View | null = null;
  $effect.pre(() => {
    const { view } = standing;
    const moved = shown && view ? journey(shown, view) : null;
    if (moved?.back) underway.from = null;
    if (moved) untrack(() => travel(screen(), moved));
    if (shown && view && shown.revision !== view.revision)
      standing.fresh = (view.goals ?? []).filter((goal) => isNew(goal, shown?.goals)).map(({ id }) => id);
    shown = view;
  });

  /** A new state answers the open question; and it is felt. */
  let felt = -1;
  $effect(() => {
    const { view } = standing;
    const revision = view?.revision ?? -1;
    if (revision === felt) return;
    const first = felt < 0;
    if (!first && revision > felt) buzz(bustLine(view) ? 'bust' : 'tick');
    felt = revision;
    untrack(() => {
      asking.follow(view);
      telling.follow(view, first);
      enterCounted(table);
      // After a pause the first one answers nothing.
      if (!first && !STAYS_OPEN.includes(opens.open?.sheet)) {
        opens.close();
        if (view && standing.records && byHand(view)) opens.show({ sheet: 'hand', done: true });
      }
    });
  });

  $effect(() => {
    if (standing.view) telling.keep(standing.view);
  });

  $effect(() => telling.weigh(standing.view));

  $effect(() => {
    if (!store.doubting && untrack(() => opens.open)?.sheet === 'doubt') opens.close();
  });

  /** What the table finds out about its box, the next table of this phone knows. */
  const keeper = new BoxKeeper();
  const story = new CampaignKeeper();
  $effect(() => {
    const { view } = standing;
    if (view) void keeper.see(code, view);
    if (view) void story.see(code, view);
  });

  feelCalls(store);

  $effect(() => underway.watch());
}

/** With the end of the turn before it was said how many cards lie there now. */
function enterCounted({ store, standing, lightly }: AtTable): void {
  const { view } = standing;
  lightly.taker = -1;
  const cards = view ? lightly.counted(view) : undefined;
  const template = view && countOf(view);
  if (cards !== undefined && template && asksCount(template))
    void store.record(entryOf(template, { count: cards }));
}
