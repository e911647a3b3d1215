/** Held by `npm run types`, like words/keys.types.ts. Never run. */
import type { ComponentProps } from 'svelte';

import type Icon from './Icon.svelte';

type Shown = ComponentProps<typeof Icon>;

export const shown: Shown = { name: 'lighthouse' };
// @ts-expect-error no such drawing
export const wrong: Shown = { name: 'copy' };
