import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followsDown } from './follow';

// jsdom has no way to ask for less motion: nothing is animated, as where somebody does.
let sheet: HTMLElement;
let inside: HTMLElement;
let over: ReturnType<ReturnType<typeof followsDown>>;
const closed = vi.fn();
let time = 0;

beforeEach(() => {
  sheet = document.body.appendChild(document.createElement('dialog'));
  inside = sheet.appendChild(document.createElement('p'));
  Object.defineProperty(sheet, 'offsetHeight', { value: 300 });
  over = followsDown(closed)(sheet);
});
afterEach(() => {
  over?.();
  sheet.remove();
  closed.mockReset();
});

/** A finger at that place; each of its moves takes 10 ms, unless said otherwise. */
function finger(name: string, x: number, y: number, took = 10): boolean {
  time += took;
  const event = new Event(name, { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'timeStamp', { value: time });
  Object.assign(event, { touches: name === 'touchend' ? [] : [{ clientX: x, clientY: y }] });
  inside.dispatchEvent(event);
  return event.defaultPrevented;
}

/** Down from 100, in steps that slow down or not. */
function pull(...ways: [y: number, took?: number][]): void {
  finger('touchstart', 50, 100);
  for (const [y, took] of ways) finger('touchmove', 50, 100 + y, took);
  finger('touchend', 0, 0);
}

test('a sheet follows the finger that pulls it down, and goes past a third of its height', () => {
  finger('touchstart', 50, 100);
  expect(finger('touchmove', 50, 110)).toBe(true);
  finger('touchmove', 50, 220, 900);
  expect(sheet.style.translate).toBe('0 110px');
  finger('touchend', 0, 0);
  expect(closed).toHaveBeenCalledOnce();
});

test('let go before that it is where it was', () => {
  pull([10], [60, 500], [90, 500]);
  expect([closed.mock.calls.length, sheet.style.translate]).toEqual([0, '']);
});

test('a flick puts it away, a finger that rests before it lets go does not', () => {
  pull([10], [30], [60]);
  expect(closed).toHaveBeenCalledOnce();
  finger('touchstart', 50, 100);
  for (const y of [10, 30, 60]) finger('touchmove', 50, 100 + y);
  finger('touchend', 0, 0, 400);
  expect(closed).toHaveBeenCalledOnce();
});

test('a call that comes in between puts nothing away', () => {
  finger('touchstart', 50, 100);
  for (const y of [10, 150, 250]) finger('touchmove', 50, 100 + y);
  finger('touchcancel', 0, 0);
  expect([closed.mock.calls.length, sheet.style.translate]).toEqual([0, '']);
});

test.each([
  ['upwards', 0, -40],
  ['aside', 60, 30],
])('what goes %s first is left to the browser, also where it turns', (_, x, y) => {
  finger('touchstart', 50, 100);
  expect(finger('touchmove', 50 + x, 100 + y)).toBe(false);
  expect(finger('touchmove', 50 + x, 400)).toBe(false);
  finger('touchend', 0, 0);
  expect(closed).not.toHaveBeenCalled();
});

test('what is scrolled is scrolled back first, and in a field one marks its text', () => {
  sheet.scrollTop = 40;
  pull([10], [250]);
  sheet.scrollTop = 0;
  inside = sheet.appendChild(document.createElement('input'));
  pull([10], [250]);
  expect(closed).not.toHaveBeenCalled();
});
