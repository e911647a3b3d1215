import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Writing } from '../../engine';
import { tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';

const draw = { id: '1', entry: { type: 'draw', card: 'base.ship.black.s2.c1' } } as Writing;

describe('a card that nobody has answered', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lies there waiting after a moment, and no longer than it waits', () => {
    const { underway, store } = tableOf(fixture('discover'));
    underway.from = new DOMRect();
    store.waiting = [draw];
    underway.watch();
    expect(underway.waiting).toEqual([]);
    vi.advanceTimersByTime(400);
    expect(underway.waiting).toMatchObject([{ kind: 'ship', color: 'black' }]);
    expect(underway.from).toBeNull();
    store.waiting = [];
    underway.watch();
    expect(underway.waiting).toEqual([]);
  });

  it('is never seen waiting where the answer comes at once', () => {
    const { underway, store } = tableOf(fixture('discover'));
    store.waiting = [draw];
    underway.watch()?.();
    vi.advanceTimersByTime(1000);
    expect(underway.waiting).toEqual([]);
  });
});
