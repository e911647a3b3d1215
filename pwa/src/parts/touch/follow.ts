import type { Attachment } from 'svelte/attachments';

import { calm, EASE, still } from './feel.svelte';

/** A finger that has moved less has not said yet where it goes. */
const REST = 4;
/** Past this share of its height it has been put away. */
const SHARE = 1 / 3;
/** Or at this speed, in px a millisecond, over at least so many px. */
const FLICK = 0.5;
const FLICKED = 24;

/**
 * What rose from below follows a finger that pulls it down, and goes where that let go past a third of the way or with a
 * flick; else it springs back. What lies in it and can be scrolled up is scrolled up first.
 */
export function followsDown(close: () => void): Attachment<HTMLElement> {
  return (sheet) => {
    let from: { x: number; y: number } | null = null;
    let pulled = false;
    let last = { y: 0, time: 0 };
    let speed = 0;

    const start = ({ touches, target }: TouchEvent): void => {
      const [touch] = touches;
      from = touch && touches.length === 1 && restsAtTop(target, sheet) ? at(touch) : null;
      pulled = false;
    };
    const move = (event: TouchEvent): void => {
      const [touch] = event.touches;
      if (!from || !touch) return;
      const { x, y } = at(touch);
      const [aside, down] = [Math.abs(x - from.x), y - from.y];
      if (!pulled) {
        if (Math.hypot(aside, down) < REST) return;
        // Whatever else it does, it goes on doing until it lets go.
        if (down <= aside || !event.cancelable || event.touches.length > 1) {
          from = null;
          return;
        }
        pulled = true;
        from = { x, y };
        last = { y, time: event.timeStamp };
        speed = 0;
      }
      event.preventDefault();
      const took = event.timeStamp - last.time;
      if (took > 0) {
        speed = (y - last.y) / took;
        last = { y, time: event.timeStamp };
      }
      sheet.style.translate = `0 ${Math.max(0, y - from.y)}px`;
    };
    const end = (event: TouchEvent): void => {
      if (!pulled || !from) return;
      const down = last.y - from.y;
      from = null;
      pulled = false;
      // A finger that rested before it let go has not flicked.
      const flicked = speed > FLICK && down > FLICKED && event.timeStamp - last.time < 100;
      const goes = event.type === 'touchend' && (down > sheet.offsetHeight * SHARE || flicked);
      const way = [{ translate: sheet.style.translate }, { translate: goes ? '0 100%' : '0 0' }];
      if (!goes) sheet.style.translate = '';
      if (still()) {
        if (goes) close();
        return;
      }
      const gone = sheet.animate(way, { duration: calm(), easing: EASE, fill: goes ? 'forwards' : 'none' });
      if (goes) gone.onfinish = close;
    };

    const heard = { touchstart: start, touchmove: move, touchend: end, touchcancel: end };
    for (const [name, listener] of Object.entries(heard))
      sheet.addEventListener(name, listener as EventListener, { passive: false });
    return () => {
      for (const [name, listener] of Object.entries(heard))
        sheet.removeEventListener(name, listener as EventListener);
    };
  };
}

function at({ clientX, clientY }: Touch): { x: number; y: number } {
  return { x: clientX, y: clientY };
}

/** Nothing between the finger and the sheet is scrolled, or has a slide of its own. */
function restsAtTop(target: EventTarget | null, sheet: HTMLElement): boolean {
  for (let one = target instanceof Element ? target : null; one; one = one.parentElement) {
    const { touchAction } = getComputedStyle(one);
    if (one.scrollTop > 0 || touchAction === 'none' || one.matches('input, textarea, select')) return false;
    if (one === sheet) return true;
  }
  return false;
}
