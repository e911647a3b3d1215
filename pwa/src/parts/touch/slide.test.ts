import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { GestureCustomEvent } from 'svelte-gestures';

import { pressSlide } from './slide';

const tile = document.createElement('div');
tile.dataset['opens'] = '3';

/** A finger that means a tile; `told` is what came of it. */
function finger(given: { scrolls?: boolean } = {}) {
  const told: string[] = [];
  const slides = pressSlide({
    open: (what) => told.push(`open ${what}`),
    over: (left) => told.push(left),
    ...(given.scrolls === undefined ? {} : { scrolls: () => given.scrolls === true }),
  });
  const at = (type: string, x: number, y: number): GestureCustomEvent =>
    ({
      detail: {
        target: tile,
        pointersCount: 1,
        event: {
          type,
          button: 0,
          clientX: x,
          clientY: y,
          pointerId: 1,
          pointerType: 'touch',
          timeStamp: Date.now(),
        },
      },
    }) as unknown as GestureCustomEvent;
  return {
    told,
    down: () => slides.onpandown?.(at('pointerdown', 100, 100)),
    move: (x: number, y: number) => slides.onpanmove?.(at('pointermove', 100 + x, 100 + y)),
    up: (x: number, y: number) => slides.onpanup?.(at('pointerup', 100 + x, 100 + y)),
  };
}

describe('a key that is pressed', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    document.elementFromPoint = () => null;
  });
  afterEach(() => void vi.useRealTimers());

  it('opens while it is held, or as soon as the finger slides', () => {
    const held = finger();
    held.down();
    vi.advanceTimersByTime(200);
    expect(held.told).toEqual(['open 3']);
    const slid = finger();
    slid.down();
    slid.move(0, -14);
    slid.up(0, -80);
    expect(slid.told).toEqual(['open 3', 'nothing']);
  });

  it('means something else held still, where only sliding opens it', () => {
    const one = finger({ scrolls: false });
    one.down();
    vi.advanceTimersByTime(1000);
    one.move(0, -6);
    one.up(0, -6);
    expect(one.told).toEqual([]);
    one.down();
    one.move(0, -14);
    expect(one.told).toEqual(['open 3']);
  });

  it('is left to a quick finger that scrolls; one that has rested slides, and so does one that goes across', () => {
    const quick = finger({ scrolls: true });
    quick.down();
    quick.move(3, -14);
    vi.advanceTimersByTime(400);
    quick.move(3, -40);
    quick.up(3, -40);
    expect(quick.told).toEqual([]);
    const rested = finger({ scrolls: true });
    rested.down();
    // A busy phone is late with its timers, and still knows when the finger moved.
    vi.setSystemTime(Date.now() + 200);
    rested.move(3, -14);
    expect(rested.told).toEqual(['open 3']);
    const across = finger({ scrolls: true });
    across.down();
    across.move(20, -3);
    expect(across.told).toEqual(['open 3']);
  });
});
