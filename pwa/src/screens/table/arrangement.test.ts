import { afterEach, describe, expect, it } from 'vitest';

import type { View } from '../../engine';
import { tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';
import { room } from '../../parts/touch/low.svelte';

/** A low phone, on which two players share a line. */
function low(players: number): View {
  Object.assign(room, { low: true, large: false, narrow: false });
  const view = fixture('adv-trade');
  return { ...view, players: view.players.slice(0, players) };
}

afterEach(() => void Object.assign(room, { low: false, large: false, narrow: false }));

describe('what shares the screen', () => {
  it('is what counts the game down, beside an odd player of several', () => {
    const { arrangement } = tableOf(low(3));
    expect(arrangement.shared).toBe(true);
    expect(tableOf(low(2)).arrangement.shared).toBe(false);
    expect(tableOf(low(1)).arrangement.shared).toBe(false);
    room.large = true;
    expect(arrangement.shared).toBe(false);
  });

  it('are expeditions, beside an odd player of a low phone only', () => {
    expect([2, 3].map((players) => tableOf(low(players)).arrangement.celled)).toEqual([false, true]);
    const { arrangement } = tableOf(low(3));
    room.low = false;
    expect(arrangement.celled).toBe(false);
  });

  it('is what all need together, in the line above where that has room', () => {
    const { arrangement } = tableOf(fixture('adv-trade'));
    expect([arrangement.inStrip, arrangement.team.length > 0]).toEqual([true, true]);
    room.low = true;
    expect(arrangement.inStrip).toBe(false);
  });
});
