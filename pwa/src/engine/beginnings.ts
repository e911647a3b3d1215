import { askTable } from './at-table';
import { NoAnswer } from './engine';
import type { TableKey } from './engine';
import { localEngine } from './local';
import { ServerEngine } from './server';
import type { Setup, View } from './types';

/** The table as it would begin, with all that follows from what was told; throws `Rejected` for what cannot be. */
export async function trial(setup: Setup): Promise<View> {
  const own = localEngine();
  const here = (): Promise<View> => own.asked<View>('trial', { setup });
  if (own.rules.status.kind === 'ready') return here();
  try {
    return await new ServerEngine().ask<View>('POST', '/trials', setup);
  } catch (error) {
    if (!(error instanceof NoAnswer) || !(await own.rules.ready())) throw error;
    return here();
  }
}

/** What a table was taken over with; null where it began as the booklet says. */
export async function beginningOf(table: TableKey): Promise<View | null> {
  return (await askTable<{ view: View | null }>(table, { call: 'beginning', path: 'beginning' })).view;
}
