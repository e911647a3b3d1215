import { createAttachmentKey } from 'svelte/attachments';
import { on } from 'svelte/events';
import { usePan } from 'svelte-gestures';
import type { GestureCustomEvent } from 'svelte-gestures';

import { swallowClick } from './swallow';

/** A thumb rests and wanders; this much is still a tap. */
const REST = 12;
const HOLD = 260;

/**
 * Press a key, slide to a value in the rows it opens, let go: the same as two taps, in one gesture. The menu key and the other
 * mouse button open the rows as holding does.
 * Keys say what they open by `data-opens`, values that can be let go on carry `data-pick`, and `data-leads` where they lead
 * to more to be read off; all stay ordinary buttons. `over` is called once the finger has let go, on a value or beside them.
 */
export function pressSlide(open: (what: string) => void, over: () => void = () => undefined) {
  let start: { x: number; y: number; what: string } | null = null;
  let sliding = false;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let below: Element | null = null;

  function begin(): void {
    if (!start || sliding) return;
    sliding = true;
    open(start.what);
  }

  function mark(element: Element | null): void {
    if (element === below) return;
    below?.classList.remove('press');
    below = element;
    below?.classList.add('press');
  }

  function end(): void {
    clearTimeout(hold);
    mark(null);
    start = null;
    sliding = false;
  }

  function down({ detail }: GestureCustomEvent): void {
    end();
    const key = detail.target.closest('[data-opens]');
    if (!(key instanceof HTMLElement) || detail.pointersCount > 1 || detail.event.button > 0) return;
    start = { x: detail.event.clientX, y: detail.event.clientY, what: key.dataset['opens'] ?? '' };
    hold = setTimeout(begin, HOLD);
  }

  function move({ detail }: GestureCustomEvent): void {
    if (!start) return;
    const { clientX, clientY } = detail.event;
    if (!sliding && Math.hypot(clientX - start.x, clientY - start.y) > REST) begin();
    if (sliding) mark(wandered(clientX, clientY) ? under(clientX, clientY) : null);
  }

  function up({ detail }: GestureCustomEvent): void {
    const { clientX, clientY, type } = detail.event;
    const slid = sliding;
    const chosen =
      slid && type === 'pointerup' && wandered(clientX, clientY) ? under(clientX, clientY) : null;
    end();
    if (slid) swallowClick();
    if (chosen instanceof HTMLElement) chosen.click();
    if (slid && !chosen?.matches('[data-leads]')) over();
  }

  /** Where the thumb went down a value may lie by now: letting go there means nothing yet. */
  function wandered(x: number, y: number): boolean {
    return start !== null && Math.hypot(x - start.x, y - start.y) > 2 * REST;
  }

  function oncontextmenu(event: MouseEvent): void {
    const key =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-opens]:enabled') : null;
    if (!key) return;
    event.preventDefault();
    // A held thumb may bring the menu too: it has been answered.
    if (!start) open(key.dataset['opens'] ?? '');
  }

  /** The browser takes a quick slide for a scroll that runs on, and the next tap for the one that stops it. */
  function keep(event: TouchEvent): void {
    if (sliding && event.cancelable) event.preventDefault();
  }

  /** A key held down is pressed once: it would go on with whatever has the focus next. */
  function onkeydown(event: KeyboardEvent): void {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  }

  return {
    ...usePan(
      () => undefined,
      () => ({ delay: 0, touchAction: 'none' }),
      { onpandown: down, onpanmove: move, onpanup: up },
    ),
    [createAttachmentKey()]: (pad: HTMLElement) => on(pad, 'touchmove', keep, { passive: false }),
    oncontextmenu,
    onkeydown,
  };
}

function under(x: number, y: number): Element | null {
  return document.elementFromPoint(x, y)?.closest('[data-pick], [data-leads]') ?? null;
}
