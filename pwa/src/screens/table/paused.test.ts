import { describe, expect, it } from 'vitest';

import { fixture } from '../../fixtures/views';
import { pausedSince, since } from './paused';

const HOUR = 3_600_000;
const now = new Date('2026-11-20T20:00:00').getTime();

describe('a pause', () => {
  it('is told of after hours, in the midst of a game only', () => {
    const view = fixture('discover');
    expect(pausedSince(now - 2 * HOUR, now, view)).toBe(false);
    expect(pausedSince(now - 3 * HOUR, now, view)).toBe(true);
    expect(pausedSince(now - 90 * HOUR, now, { ...view, phase: 'game_over' })).toBe(false);
    expect(pausedSince(now - 90 * HOUR, now, { ...view, revision: 0 })).toBe(false);
  });

  it('names the day of the week, and after a week the date', () => {
    expect(since(now - 24 * HOUR, now)).toContain('Thursday');
    expect(since(now - 24 * HOUR, now)).toMatch(/8:00|20:00/);
    expect(since(now - 10 * 24 * HOUR, now)).toContain('November');
  });
});
