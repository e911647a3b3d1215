import { describe, expect, it } from 'vitest';

import type { Writing } from '../../engine';
import { tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';

const SHIP = { kind: 'ship', color: 'black' } as const;

describe('which card was drawn', () => {
  it('is asked until a new state answers it', () => {
    const { asking, store } = tableOf(fixture('discover'));
    asking.which(SHIP);
    expect(asking.asked).toEqual(SHIP);
    asking.follow(store.view);
    expect(asking.asked).toBeNull();
  });

  it('is asked on while only earlier taps are answered, and no longer than the turn', () => {
    const { asking, store } = tableOf(fixture('discover'));
    const view = fixture('discover');
    store.waiting = [{ id: '1', entry: { type: 'draw' } } as Writing];
    asking.which(SHIP);
    asking.follow(view);
    expect(asking.asked).toEqual(SHIP);
    asking.follow({ ...view, active: view.active + 1 });
    expect(asking.asked).toBeNull();
  });
});
