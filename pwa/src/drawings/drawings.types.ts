/** Held by `npm run types`: each line below an @ts-expect-error has to be wrong, or the check of types says so. Never run. */
import { drawing, personDrawing } from './sprite';
import type { Drawing } from './sprite';

export function drawings(name: string): Drawing[] {
  drawing('ship-flute');
  drawing(personDrawing(name));
  // @ts-expect-error no such drawing
  drawing('copy');
  // @ts-expect-error what may be anything is checked by nobody
  drawing(name);
  // @ts-expect-error a table of drawings has only those that are there
  const table: Record<string, Drawing> = { copied: 'copy' };
  return Object.values(table);
}
