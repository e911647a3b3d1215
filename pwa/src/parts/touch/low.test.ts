import { afterEach, expect, it, vi } from 'vitest';

import { room, watchRoom } from './low.svelte';

const root = document.documentElement;

/** The screen of a phone with text of this size, as the style sheets read it. */
function on(width: number, height: number, text: number): { low: boolean; large: boolean; flat: boolean } {
  vi.spyOn(root, 'clientWidth', 'get').mockReturnValue(width);
  vi.stubGlobal('innerHeight', height);
  root.style.fontSize = `${text}px`;
  watchRoom()();
  return { low: room.low, large: room.large, flat: root.hasAttribute('data-flat') };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  root.removeAttribute('style');
});

it('has two halves on its side, and is scrolled as a whole where large text leaves them no room', () => {
  expect(on(667, 375, 16)).toEqual({ low: true, large: false, flat: false });
  expect(on(640, 360, 16).flat).toBe(false);
  expect(on(667, 375, 32).flat).toBe(true);
  expect(on(320, 256, 16).flat).toBe(true);
  expect(on(360, 640, 16)).toEqual({ low: true, large: false, flat: false });
});

it('is large by how much text it holds: twice the size makes a desk a low screen', () => {
  expect(on(1280, 800, 16)).toEqual({ low: false, large: true, flat: false });
  expect(on(1280, 800, 32)).toEqual({ low: true, large: false, flat: true });
});
