import names from 'virtual:drawings';

import type { Drawing } from './sprite';

const known: ReadonlySet<string> = new Set(names);

/** Whether there is a drawing of that name. */
export function hasDrawing(name: string): name is Drawing {
  return known.has(name);
}

/** The drawing of that name, or another where data has none. */
export function drawnAs(name: string, otherwise: Drawing): Drawing {
  return hasDrawing(name) ? name : otherwise;
}
