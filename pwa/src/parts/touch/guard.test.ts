import { describe, expect, test } from 'vitest';

import { Guard } from './guard';
import type { Seen } from './guard';

/** Keys of 60 px in a row, by their names; where they lie and what they mean is written over. */
function row(...names: string[]) {
  let keys: Seen[] = names.map((key, place) => ({
    key,
    left: place * 60,
    top: 0,
    means: key,
    repeats: false,
  }));
  const look = (x: number): Seen | null => keys.find(({ left }) => left <= x && x < left + 60) ?? null;
  const around = (x: number): Seen[] => [-48, -24, 0, 24, 48].flatMap((by) => look(x + by) ?? []);
  const guard = new Guard(look, around);
  const tap = (x: number, time: number): boolean => {
    const refused = guard.down(x, 0, time);
    guard.up(x, 0, time + 40);
    return !guard.click(x, 0) && !refused;
  };
  return {
    guard,
    tap,
    lay: (...next: Partial<Seen>[]) => {
      keys = next.map((one, place) => ({
        key: one.key ?? place,
        left: place * 60,
        top: 0,
        means: String(one.key),
        repeats: false,
        ...one,
      }));
    },
  };
}

describe('a second tap', () => {
  test('on the key that has just been used does nothing for a third of a second', () => {
    const { tap } = row('jester');
    expect([0, 110, 329, 330].map((time) => tap(30, time))).toEqual([true, false, false, true]);
  });

  test('on the key beside it does what it says', () => {
    const { tap } = row('settler', 'captain');
    expect([tap(55, 0), tap(65, 80)]).toEqual([true, true]);
  });

  test('far from the first one does what it says, whatever lies there by now', () => {
    const { tap, lay } = row('stop', 'a', 'b');
    expect(tap(30, 0)).toBe(true);
    lay({ key: 'pass' }, { key: 'c' }, { key: 'd' });
    expect(tap(150, 100)).toBe(true);
  });

  test('on another key that has come below the finger does nothing', () => {
    const { tap, lay } = row('first', 'second');
    expect(tap(30, 0)).toBe(true);
    lay({ key: 'second' });
    expect(tap(30, 110)).toBe(false);
    expect(tap(30, 400)).toBe(true);
  });

  test('on a key beside it that means something else by now does nothing', () => {
    const { tap, lay } = row('first', 'second');
    expect(tap(55, 0)).toBe(true);
    lay({ key: 'first' }, { key: 'second', means: 'second, for Cleo' });
    expect(tap(65, 110)).toBe(false);
  });

  test('on one more does one more, as fast as one can', () => {
    const { tap, lay } = row('plus');
    lay({ key: 'plus', repeats: true });
    expect([0, 110, 220].map((time) => tap(30, time))).toEqual([true, true, true]);
  });

  test('after a scroll is a first one', () => {
    const { guard, tap } = row('jester');
    guard.down(30, 0, 0);
    guard.cancel();
    expect(tap(30, 110)).toBe(true);
  });

  test('where a slide let go does nothing on what lies there then', () => {
    const { guard, tap, lay } = row('ship', 'a', 'b', 'value');
    guard.down(30, 0, 0);
    guard.up(210, 0, 600);
    lay({ key: 'ship' }, { key: 'a' }, { key: 'b' }, { key: 'person' });
    expect(tap(210, 700)).toBe(false);
    expect(tap(210, 1000)).toBe(true);
  });
});

test('a key that changes while the finger is on it does nothing', () => {
  const { guard, lay } = row('take');
  guard.down(30, 0, 0);
  lay({ key: 'take', means: 'take, for Cleo' });
  guard.up(30, 0, 90);
  expect(guard.click(30, 0)).toBe(true);
});
