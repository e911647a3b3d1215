import { engine } from '../engine';
import type { Catalogue, Editions } from '../engine';
import { keep, recall } from './database';

const LATER = 3000;

/** What does not change during a game; kept on the phone, so that a table opens without a network too. */
export interface Library {
  catalogue: Catalogue;
  editions: Editions;
}

/** What an earlier visit has left on this phone. */
export function keptLibrary(): Promise<Library | undefined> {
  return recall<Library>('library');
}

export async function library(): Promise<Library> {
  const kept = await keptLibrary();
  if (!kept) return fetched();
  // A newer one serves the next visit: it has time until this screen is there.
  setTimeout(() => fetched().catch(() => undefined), LATER);
  return kept;
}

async function fetched(): Promise<Library> {
  const [catalogue, editions] = await Promise.all([engine().catalogue(), engine().editions()]);
  await keep('library', { catalogue, editions });
  return { catalogue, editions };
}
