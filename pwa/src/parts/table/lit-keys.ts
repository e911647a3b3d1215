import { getContext, setContext } from 'svelte';

import type { Asked } from './box';

export type Lights = (what: string, asked: Asked | null) => boolean;

const KEY = Symbol('lights');

/** Says which key of the pad below is lit. */
export function light(lights: Lights): void {
  setContext(KEY, lights);
}

/** Which key is lit; none where nobody practises. */
export function lights(): Lights {
  return getContext<Lights | undefined>(KEY) ?? (() => false);
}
