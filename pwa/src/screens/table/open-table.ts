import { PRACTICE } from '../../stores/database';
import { Drafts } from '../../stores/drafts.svelte';
import { TableStore } from '../../stores/table.svelte';
import { Taught } from '../../parts/lessons/taught.svelte';
import { Practising } from '../../parts/practice/practising.svelte';
import { Arrival } from './arrival.svelte';
import { Asking } from './asking.svelte';
import { Claiming } from './claiming';
import { Entering } from './entering';
import { Arrangement } from './arrangement.svelte';
import { EnteringLightly } from './lightly/entering-lightly';
import { Lightly } from './lightly/lightly.svelte';
import { Moment } from './now.svelte';
import type { AtTable } from './on-table';
import { Opens } from './opens.svelte';
import { possible } from '../../parts/table/possible';
import { PuttingRight } from './putting-right';
import { Standing } from './standing.svelte';
import { Telling } from './telling.svelte';
import { Underway } from './underway.svelte';

/** Everything that a table's screen works with; nothing is on it yet. */
export function openTable(code: string): AtTable {
  const store = new TableStore();
  const drafts = new Drafts(code);
  const moment = new Moment(code);
  const taught = new Taught();
  // A table that deals by itself has no cards of its own.
  const practice = code === PRACTICE ? new Practising(store) : null;
  const opens = new Opens(code);
  const lightly = new Lightly(drafts);
  const asking = new Asking(store, practice);
  const telling = new Telling(store, drafts, lightly);
  const standing = new Standing(store, practice, drafts, moment, telling);
  const underway = new Underway(store, () => standing.box);
  const around = { code, store, drafts, moment, taught, practice, opens, lightly };
  const turn = { ...around, asking, telling, standing, underway };
  const entering = new Entering(turn);
  const claiming = new Claiming(store, standing, opens, entering);
  const ask: AtTable['ask'] = (entry) => possible(store, entry);
  return {
    ...turn,
    entering,
    claiming,
    ask,
    light: new EnteringLightly({ ...turn, entering }),
    right: new PuttingRight(store, opens, underway),
    arrangement: new Arrangement(standing),
    arrival: new Arrival(turn),
    now: {
      get asked() {
        return standing.now;
      },
      enter: claiming.complete,
      leave: () => {
        if (standing.now && standing.view) moment.leave(standing.now, standing.view);
      },
      never: () => {
        if (standing.now) moment.never(standing.now);
      },
    },
    forecast: async (card) => {
      if (!standing.foretells) return null;
      return (await ask({ type: 'draw', by: standing.view?.active ?? 0, card }))?.view ?? null;
    },
  };
}
