import { describe, expect, test } from 'vitest';

import type { View } from '../engine';
import { Drafts } from './drafts.svelte';

const at = (round: number, active: number): View => ({ round, active }) as View;

describe('a step in hand', () => {
  test('is kept with its table until it is entered', async () => {
    const before = new Drafts('ABC');
    before.put('story 12', { taps: ['ares', 'ares'] }, at(3, 1));
    before.put('coins', { shared: { 1: 2 } }, at(3, 1));
    const reloaded = new Drafts('ABC');
    await reloaded.open();
    expect(reloaded.of('story 12', at(3, 1))).toEqual({ taps: ['ares', 'ares'] });
    reloaded.drop('story 12');
    const again = new Drafts('ABC');
    await again.open();
    expect(again.of('story 12', at(3, 1))).toBeUndefined();
    expect(again.of('coins', at(3, 1))).toEqual({ shared: { 1: 2 } });
    const other = new Drafts('DEF');
    await other.open();
    expect(other.of('coins', at(3, 1))).toBeUndefined();
  });

  test('is gone once the table has gone on', () => {
    const drafts = new Drafts('GHI');
    drafts.put('story 12', { taps: ['ares'] }, at(3, 1));
    expect(drafts.of('story 12', at(3, 2))).toBeUndefined();
    drafts.put('story 13', { taps: [] }, at(4, 1));
    expect(drafts.of('story 12', at(3, 1))).toBeUndefined();
  });
});
