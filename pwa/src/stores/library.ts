import { engine } from '../engine';
import type { Catalogue, Editions } from '../engine';
import { keep, recall } from './database';

/** What does not change during a game; kept on the phone, so that a table opens without a network too. */
export interface Library { catalogue: Catalogue; editions: Editions }

export async function library(): Promise<Library> {
  const kept = await recall<Library>('library');
  const fetched = Promise.all([engine().catalogue(), engine().editions()]).then(async ([catalogue, editions]) => {
    const found = { catalogue, editions };
    await keep('library', found);
    return found;
  });
  if (!kept) return fetched;
  fetched.catch(() => undefined);
  return kept;
}
