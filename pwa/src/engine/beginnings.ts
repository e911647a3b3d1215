import { askTable, ownElseServers } from './at-table';
import type { TableKey } from './engine';
import { localEngine } from './local';
import { ServerEngine } from './server';
import type { Setup, Unpacking, View } from './types';

/** The table as it would begin, with all that follows from what was told; throws `Rejected` for what cannot be. */
export function trial(setup: Setup): Promise<View> {
  return asked<View>('trial', '/trials', setup);
}

/** What to take out of the box for it, and what stays there; throws `Rejected` for what cannot be. */
export function unpacking(setup: Setup): Promise<Unpacking> {
  return asked<Unpacking>('unpacking', '/unpacking', setup);
}

/** The phone's own engine where it is ready, else the server; without a network the own one is waited for. */
function asked<T>(call: string, path: string, setup: Setup): Promise<T> {
  const own = localEngine();
  return ownElseServers(
    own.rules,
    () => own.asked<T>(call, { setup }),
    () => new ServerEngine().ask<T>('POST', path, setup),
  );
}

/** What a table was taken over with; null where it began as the booklet says. */
export async function beginningOf(table: TableKey): Promise<View | null> {
  return (await askTable<{ view: View | null }>(table, { call: 'beginning', path: 'beginning' })).view;
}
