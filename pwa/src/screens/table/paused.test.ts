import { describe, expect, it } from 'vitest';

import type { Millis } from '../../engine';
import { fixture } from '../../fixtures/views';
import { pausedSince, since } from './paused';

const HOUR = 3_600_000;
const TODAY = new Date('2026-11-20T20:00:00').getTime() as Millis;
const before = (hours: number): Millis => (TODAY - hours * HOUR) as Millis;

describe('a pause', () => {
  it('is told of after hours, in the midst of a game only', () => {
    const view = fixture('discover');
    expect(pausedSince(before(2), view, TODAY)).toBe(false);
    expect(pausedSince(before(3), view, TODAY)).toBe(true);
    expect(pausedSince(before(90), { ...view, phase: 'game_over' }, TODAY)).toBe(false);
    expect(pausedSince(before(90), { ...view, revision: 0 }, TODAY)).toBe(false);
  });

  it('names the day of the week, and after a week the date', () => {
    expect(since(before(24), TODAY)).toContain('Thursday');
    expect(since(before(24), TODAY)).toMatch(/8:00|20:00/);
    expect(since(before(10 * 24), TODAY)).toContain('November');
  });
});
