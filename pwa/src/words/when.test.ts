import { beforeAll, describe, expect, it } from 'vitest';

import type { Millis } from '../engine/time';
import { tableName } from './when';
import { speak } from './words.svelte';

const at = (text: string) => new Date(text).getTime() as Millis;
const NOW = at('2026-11-21T22:00:00');

describe('the name of a table', () => {
  beforeAll(() => speak('en'));

  it('is its day', () => expect(tableName(at('2026-11-19T20:00:00'), [], NOW)).toBe('Thursday table'));
  it('is its date when that day is long past', () =>
    expect(tableName(at('2026-11-01T20:00:00'), [], NOW)).toContain('November'));
  it('adds the hour where two were opened on one day', () => {
    const first = at('2026-11-19T20:04:00');
    expect(tableName(first, [first, at('2026-11-19T21:00:00')], NOW)).toBe('Thursday table, 20:04');
  });
});
