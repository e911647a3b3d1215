import type { Attachment } from 'svelte/attachments';

import { swallowClick } from './swallow';

/** A thumb rests and wanders; this much is still held. */
const REST = 12;
const HOLD = 450;

/** Held, or asked by the menu key or the other mouse button: a tap stays what it is. Of what lies within, only what is named. */
export function held(act: (what: HTMLElement) => void, named?: string): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from = { x: 0, y: 0 };
    let asked = false;

    const done = (): void => clearTimeout(timer);
    const meant = ({ target }: Event): HTMLElement | null =>
      named ? (target instanceof Element ? target.closest<HTMLElement>(named) : null) : node;
    const down = (event: PointerEvent): void => {
      const { clientX, clientY, button, pointerType } = event;
      done();
      const what = meant(event);
      from = { x: clientX, y: clientY };
      if (!what || button > 0 || pointerType === 'mouse') return;
      timer = setTimeout(() => {
        // What lies under the thumb when it lets go means nothing.
        const over = new AbortController();
        const ended = ({ type }: Event): void => {
          over.abort();
          asked = false;
          if (type === 'pointerup') swallowClick();
        };
        for (const end of ['pointerup', 'pointercancel'])
          window.addEventListener(end, ended, { capture: true, signal: over.signal });
        asked = true;
        act(what);
      }, HOLD);
    };
    const move = ({ clientX, clientY }: PointerEvent): void => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > REST) done();
    };
    const menu = (event: Event): void => {
      const what = meant(event);
      if (!what) return;
      event.preventDefault();
      done();
      // A held thumb may bring the menu too: it has been answered.
      if (!asked) act(what);
    };

    const heard = {
      pointerdown: down,
      pointermove: move,
      pointerup: done,
      pointercancel: done,
      pointerleave: done,
      contextmenu: menu,
    };
    for (const [name, listener] of Object.entries(heard))
      node.addEventListener(name, listener as EventListener);
    return () => {
      done();
      for (const [name, listener] of Object.entries(heard))
        node.removeEventListener(name, listener as EventListener);
    };
  };
}
