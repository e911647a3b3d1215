import { createAttachmentKey } from 'svelte/attachments';
import { on } from 'svelte/events';
import { usePan } from 'svelte-gestures';
import type { GestureCustomEvent } from 'svelte-gestures';

import { swallowClick } from './swallow';

/** A thumb rests and wanders; this much is still a tap. */
const REST = 12;
/** Longer than a tap: the values come up. */
const HOLD = 160;
/** A tap on a key that enters at once may take longer: nothing comes in its way. */
const LONG = 450;

/** Where the finger is: still on its key, on a value, or on neither. */
export type Place = 'key' | 'off' | HTMLElement;
/** How it left the glass: on a value, on its key, or beside both. */
export type Left = 'picked' | 'stays' | 'nothing';

interface Slides {
  /** The values of a key come up; `key` where a finger is on it. */
  open: (what: string, key: HTMLElement | null) => void;
  /** The finger has come to another place. */
  move?: (place: Place) => void;
  /** The finger has left the glass. */
  over?: (left: Left) => void;
  /** A tap on that key enters at once. */
  straight?: (what: string) => boolean;
  /**
   * Of what means something else while it is held still: it opens only as the finger slides. Whether it lies on what can be
   * scrolled: there a quick finger scrolls, and one that has rested slides.
   */
  scrolls?: () => boolean;
}

/**
 * Press a key, slide to a value in the rows it opens, let go: the same as two taps, in one gesture. The menu key and the other
 * mouse button open the rows as holding does.
 * Keys say what they open by `data-opens`, values that can be let go on carry `data-pick`, and `data-leads` where they lead
 * to more to be read off; all stay ordinary buttons.
 */
export function pressSlide({
  open,
  move = () => undefined,
  over = () => undefined,
  straight,
  scrolls,
}: Slides) {
  let start: { x: number; y: number; what: string; key: HTMLElement; since: number } | null = null;
  let sliding = false;
  /** From here on moving is sliding. */
  let ripe = true;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let below: Place = 'key';

  function begin(): void {
    if (!start || sliding) return;
    sliding = true;
    open(start.what, start.key);
  }

  function mark(place: Place): void {
    if (place === below) return;
    if (below instanceof HTMLElement) below.classList.remove('press');
    below = place;
    if (place instanceof HTMLElement) place.classList.add('press');
    if (sliding) move(place);
  }

  function end(): void {
    clearTimeout(hold);
    sliding = false;
    mark('key');
    start = null;
  }

  function down({ detail }: GestureCustomEvent): void {
    end();
    const key = detail.target.closest('[data-opens]');
    if (!(key instanceof HTMLElement) || detail.pointersCount > 1 || detail.event.button > 0) return;
    const what = key.dataset['opens'] ?? '';
    start = { x: detail.event.clientX, y: detail.event.clientY, what, key, since: detail.event.timeStamp };
    ripe = !scrolls?.();
    if (!scrolls) hold = setTimeout(begin, straight?.(what) ? LONG : HOLD);
  }

  /** Told by when the finger moved: a busy phone hears of it late, and its timers are late too. */
  function rests(moved: Event): boolean {
    return (ripe ||= start !== null && moved.timeStamp - start.since >= HOLD);
  }

  function moved({ detail }: GestureCustomEvent): void {
    if (!start) return;
    const { clientX, clientY, pointerId, pointerType } = detail.event;
    const [across, along] = [Math.abs(clientX - start.x), Math.abs(clientY - start.y)];
    if (!sliding && Math.hypot(across, along) > REST) {
      if (!rests(detail.event) && along > across && pointerType !== 'mouse') return end();
      begin();
    }
    if (!sliding) return;
    // A finger keeps what it went down on, a mouse has to: it may let go anywhere.
    if (pointerType === 'mouse' && !start.key.hasPointerCapture(pointerId))
      start.key.setPointerCapture(pointerId);
    mark(at(clientX, clientY));
  }

  function up({ detail }: GestureCustomEvent): void {
    const { clientX, clientY, type } = detail.event;
    const slid = sliding;
    const place = slid && type === 'pointerup' ? at(clientX, clientY) : 'key';
    end();
    if (!slid) return;
    swallowClick();
    if (place instanceof HTMLElement) place.click();
    over(place === 'off' ? 'nothing' : place === 'key' || place.matches('[data-leads]') ? 'stays' : 'picked');
  }

  /** Where the thumb went down a value may lie by now: letting go there means nothing yet. */
  function at(x: number, y: number): Place {
    if (!start || Math.hypot(x - start.x, y - start.y) <= 2 * REST) return 'key';
    const found = document.elementFromPoint(x, y);
    const value = found?.closest<HTMLElement>('[data-pick], [data-leads]');
    if (value) return value;
    // Between two values it is still the one before.
    if (found?.closest('.pairs') && below instanceof HTMLElement && below.isConnected) return below;
    const { left, right, top, bottom } = start.key.getBoundingClientRect();
    return x >= left && x <= right && y >= top && y <= bottom ? 'key' : 'off';
  }

  function oncontextmenu(event: MouseEvent): void {
    const key =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-opens]:enabled') : null;
    if (!key) return;
    event.preventDefault();
    // A held thumb may bring the menu too: it has been answered.
    if (!start) open(key.dataset['opens'] ?? '', null);
  }

  /** The browser takes a quick slide for a scroll that runs on, and the next tap for the one that stops it. */
  function keep(event: TouchEvent): void {
    if ((sliding || (start && scrolls?.() && rests(event))) && event.cancelable) event.preventDefault();
  }

  /** A key held down is pressed once: it would go on with whatever has the focus next. */
  function onkeydown(event: KeyboardEvent): void {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  }

  return {
    ...usePan(
      () => undefined,
      () => ({ delay: 0, touchAction: scrolls?.() ? 'pan-y' : 'none' }),
      { onpandown: down, onpanmove: moved, onpanup: up },
    ),
    [createAttachmentKey()]: (pad: HTMLElement) => on(pad, 'touchmove', keep, { passive: false }),
    oncontextmenu,
    onkeydown,
  };
}
