import { getContext, setContext } from 'svelte';

import type { Card, Correction, Entry, LedgerLine, Template, View } from '../../engine';
import type { Counted, Repair } from '../../engine/accounts';
import type { Box } from '../../parts/table/box';
import type { Learned } from '../../parts/table/learning';
import type { Library } from '../../stores/library';
import type { TableStore } from '../../stores/table.svelte';
import type { Moment } from './now.svelte';
import type { Open } from './sheets';

/** What a sheet over the table may ask of it, and do there. Whatever is entered closes the sheet. */
export interface AtTable {
  readonly code: string;
  readonly store: TableStore;
  readonly box: Box | null;
  readonly editions: Library['editions'] | null;
  readonly moment: Moment;
  /** Who knocks, or claims the keeper's place. */
  readonly knocks: string;
  /** Something is on its way that has to be waited for. */
  readonly busy: boolean;
  /** This phone may enter; `records`: it is the one that does now, `repairs`: and may put right what was entered. */
  readonly enters: boolean;
  readonly records: boolean;
  readonly repairs: boolean;
  show: (sheet: Open) => void;
  close: () => void;
  record: (entry: Entry) => void;
  ask: (entry: Entry) => Promise<{ ledger: LedgerLine[]; view: View | null } | null>;
  choose: (template: Template) => void;
  /** The same, and the sheet is closed. */
  pick: (template: Template) => void;
  anyway: (template: Template, had?: number, said?: Record<string, unknown>) => void;
  putRight: (correction: Correction, said: string) => void;
  recordRight: (correction: Correction) => void;
  count: (counted: Counted | Pick<Entry, 'markers'>) => void;
  mend: (repair: Repair) => void;
  drawOther: (done: string | Learned) => void;
  readNow: (template: Template, card: Card) => void;
  learn: (what: string, id: string) => void;
  look: (where: string) => void;
}

const TABLE = Symbol('table');

export function setTable(table: AtTable): void {
  setContext(TABLE, table);
}

/** The table below a sheet: asked for while the sheet is made. */
export function onTable(): AtTable {
  return getContext<AtTable>(TABLE);
}
