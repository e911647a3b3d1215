import type { Attachment } from 'svelte/attachments';

import { settings } from '../../stores/settings.svelte';
import { bell } from '../../stores/sound';
import type { TableStore } from '../../stores/table.svelte';

export const EASE = 'cubic-bezier(.2, .7, .2, 1)';

/** How long a tile is on its way: nothing, where the phone's owner wants less motion. */
export function calm(): number {
  if (still()) return 0;
  const token = getComputedStyle(document.documentElement).getPropertyValue('--calm').trim();
  return (Number.parseFloat(token) || 0) * (token.endsWith('ms') ? 1 : 1000);
}

export function still(): boolean {
  return !window.matchMedia || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A tick for an entry, two calm ones for the own turn; a double buzz for a bust, and a bell where the group wants to hear it. */
export function buzz(kind: 'tick' | 'turn' | 'bust'): void {
  if (kind === 'bust') bell();
  if (!settings.vibration || still()) return;
  if ('vibrate' in navigator)
    navigator.vibrate({ tick: [10], turn: [30, 120, 30], bust: [40, 60, 40] }[kind]);
}

/** What a phone's owner feels wherever they are at the table: that it is their turn, that somebody knocks. */
export function feelCalls(store: TableStore): void {
  let acted = -1;
  $effect(() => {
    const acting = store.view?.acting ?? -1;
    if (acted >= 0 && acting !== acted && acting === store.members?.seat) buzz('turn');
    acted = acting;
  });
  let heard: number | undefined;
  $effect(() => {
    if (store.knock && store.knock.member !== heard) buzz('turn');
    heard = store.knock?.member;
  });
}

/** Lets a figure flash once when it changes, never when it is first shown. */
export function flashes(figure: () => number): Attachment<HTMLElement> {
  let shown: number | undefined;
  return (node) => {
    const now = figure();
    if (shown !== undefined && shown !== now && !still()) {
      node.animate(
        [
          { transform: 'scale(1)' },
          { transform: 'scale(1.28)', filter: 'brightness(1.25)' },
          { transform: 'scale(1)' },
        ],
        { duration: 420, easing: EASE },
      );
    }
    shown = now;
  };
}

/** Blinks once, by going out for a moment: nothing flashes at a dark table. */
export function blinks(saved: () => boolean): Attachment<HTMLElement> {
  let before: boolean | undefined;
  return (node) => {
    const now = saved();
    if (before === false && now && !still())
      node.animate([{ opacity: 1 }, { opacity: 0.15 }, { opacity: 1 }], {
        duration: 2 * calm(),
        easing: 'ease-in-out',
      });
    before = now;
  };
}
