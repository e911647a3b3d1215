import { beforeEach, describe, expect, it, vi } from 'vitest';

import { fireEvent, render, screen } from '../../fixtures/render';
import { speak, speakRules } from '../../words/words.svelte';
import Rail from './Rail.svelte';

const rounds = Array.from({ length: 10 }, (_, at) => ({ round: at + 1, busts: at === 3 ? 3 : 0 }));

describe('the rail of rounds', () => {
  const chosen = vi.fn();
  beforeEach(async () => {
    chosen.mockClear();
    await speak('en');
    await speakRules();
    render(Rail, { rounds, at: 4, now: 10, onround: chosen });
    const rail = screen.getByRole('slider');
    rail.getBoundingClientRect = () => ({
      left: 100,
      width: 300,
      top: 0,
      height: 50,
      right: 400,
      bottom: 50,
      x: 100,
      y: 0,
      toJSON: () => '',
    });
    rail.setPointerCapture = vi.fn();
    rail.hasPointerCapture = () => true;
  });

  it('says the round and its busts to whoever hears it', () => {
    const rail = screen.getByRole('slider', { name: 'Round' });
    expect(rail.getAttribute('aria-valuetext')).toBe('Round 4, 3 busts');
    expect([
      rail.getAttribute('aria-valuemin'),
      rail.getAttribute('aria-valuenow'),
      rail.getAttribute('aria-valuemax'),
    ]).toEqual(['1', '4', '10']);
  });

  it('goes where it is tapped, and along with a finger that slides, also beyond its ends', async () => {
    const rail = screen.getByRole('slider');
    // The tests' browser has no place in its pointer events.
    const touch = (type: string, clientX: number): Promise<boolean> =>
      fireEvent(rail, new MouseEvent(type, { clientX, bubbles: true }));
    await touch('pointerdown', 100 + 8.5 * 30);
    for (const x of [265, 145, -500, 5000]) await touch('pointermove', x);
    expect(chosen.mock.calls.map(([round]: number[]) => round)).toEqual([9, 6, 2, 1, 10]);
  });

  it('goes by the arrow keys, and to both ends', async () => {
    const rail = screen.getByRole('slider');
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'x'])
      await fireEvent.keyDown(rail, { key });
    expect(chosen.mock.calls.map(([round]: number[]) => round)).toEqual([3, 5, 1, 10, 1]);
  });
});
