import { on } from 'svelte/events';

/** What `dndzone` needs for rows that are sorted by their grip; `held`: a finger is on one. */
export function sortable<Row>(items: Row[], held: boolean) {
  const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
  return {
    items,
    flipDurationMs: still ? 0 : 160,
    dragDisabled: !held,
    dropTargetStyle: {},
    zoneTabIndex: -1,
    zoneItemTabIndex: -1,
    autoAriaDisabled: true,
    delayTouchStart: false,
  };
}

/**
 * Whatever is on the grip drags from now on, until it is let go. Listened for right here: the rows do so only while they
 * can be dragged, and a browser tells of a touch only where somebody listened before.
 */
export function gripped(grip: HTMLElement, hold: (held: boolean) => void): void {
  function grab(): void {
    hold(true);
    window.addEventListener('pointerup', () => setTimeout(() => hold(false)), { once: true });
  }
  on(grip, 'mousedown', grab);
  on(grip, 'touchstart', grab, { passive: true });
}

/** By how many places an arrow key moves a row; 0 by any other key. */
export function arrowed(event: KeyboardEvent): number {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
  if (by) event.preventDefault();
  return by;
}
