import { cubicOut } from 'svelte/easing';
import type { Attachment } from 'svelte/attachments';
import type { TransitionConfig } from 'svelte/transition';

import { settings } from '../../stores/settings.svelte';

/** The durations of the mock's README; the phone's own wish for less motion makes them nothing. */
export function still(): boolean {
  return !window.matchMedia || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A tick for an entry, a double buzz for a bust. */
export function buzz(kind: 'tick' | 'bust'): void {
  if (!settings.vibration || still()) return;
  navigator.vibrate?.(kind === 'tick' ? 10 : [40, 60, 40]);
}

/** Lets a figure flash once when it changes, never when it is first shown. */
export function flashes(figure: () => number): Attachment<HTMLElement> {
  let shown: number | undefined;
  return (node) => {
    const now = figure();
    if (shown !== undefined && shown !== now && !still()) {
      node.animate(
        [{ transform: 'scale(1)' }, { transform: 'scale(1.28)', filter: 'brightness(1.25)' }, { transform: 'scale(1)' }],
        { duration: 420, easing: 'cubic-bezier(.2, .7, .2, 1)' },
      );
    }
    shown = now;
  };
}

const EASE = cubicOut;

/** A drawn card glides up from the key that was pressed. */
export function glide(node: Element, { from }: { from: DOMRect | null }): TransitionConfig {
  if (!from || still()) return { duration: 0 };
  const end = node.getBoundingClientRect();
  const x = from.x + from.width / 2 - (end.x + end.width / 2);
  const y = from.y + from.height / 2 - (end.y + end.height / 2);
  return { duration: 220, easing: EASE, css: (_t, u) => `transform: translate(${u * x}px, ${u * y}px) scale(${1 - u * 0.4})` };
}

/** A repelled ship sails off to the left; every other card is simply gone. */
export function sail(_node: Element, { repelled }: { repelled: boolean }): TransitionConfig {
  if (!repelled || still()) return { duration: 0 };
  return { duration: 220, easing: EASE, css: (t, u) => `transform: translateX(${-u * 160}px); opacity: ${t}` };
}
