import { getContext, setContext } from 'svelte';

import type { Taught } from '../../parts/lessons/taught.svelte';
import type { Practising } from '../../parts/practice/practising.svelte';
import { asContext } from '../../stores/drafts.svelte';
import type { Drafts } from '../../stores/drafts.svelte';
import type { TableStore } from '../../stores/table.svelte';
import type { Arrival } from './arrival.svelte';
import type { Asking } from './asking.svelte';
import type { Claiming } from './claiming';
import type { Entering } from './entering';
import type { Arrangement } from './arrangement.svelte';
import type { EnteringLightly } from './lightly/entering-lightly';
import type { Lightly } from './lightly/lightly.svelte';
import type { Moment } from './now.svelte';
import { QUAY } from './on-quay';
import type { AtQuay } from './on-quay';
import type { Opens } from './opens.svelte';
import type { PuttingRight } from './putting-right';
import type { Standing } from './standing.svelte';
import type { Telling } from './telling.svelte';
import type { Underway } from './underway.svelte';

/** The table as its screen holds it: every piece of it, and every sheet above it, takes what it needs from here. */
export interface AtTable extends AtQuay {
  readonly code: string;
  readonly store: TableStore;
  readonly drafts: Drafts;
  readonly moment: Moment;
  readonly taught: Taught;
  /** The phone deals while somebody learns to enter. */
  readonly practice: Practising | null;
  /** How the table comes up on the screen, piece by piece. */
  readonly arrival: Arrival;
  /** How it stands, and what this phone may do with it. */
  readonly standing: Standing;
  readonly arrangement: Arrangement;
  readonly asking: Asking;
  readonly telling: Telling;
  readonly underway: Underway;
  /** What lies over it, and where else a tap leads. */
  readonly opens: Opens;
  /** What a tap enters. */
  readonly entering: Entering;
  readonly claiming: Claiming;
  readonly lightly: Lightly;
  readonly light: EnteringLightly;
  readonly right: PuttingRight;
}

export const TABLE = Symbol('table');

/** Its keys stand on it, too, and its steps find their drafts. */
export function setTable(table: AtTable): void {
  setContext(...asContext(table.drafts));
  setContext(TABLE, table);
  setContext<AtQuay>(QUAY, table);
}

/** The table that a piece belongs to: asked for while the piece is made. */
export function onTable(): AtTable {
  return getContext<AtTable>(TABLE);
}
