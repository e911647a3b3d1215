import { describe, expect, it } from 'vitest';

import type { Edition } from '../../../engine';
import library from '../../../fixtures/library.json';
import { changedRules, houseRules, otherRules } from './house-rules';

const edition = library.editions.editions.find(({ id }) => id === 'yucata') as unknown as Edition;

describe('house rules in mid-game', () => {
  it('are those that the edition marks as such, and not what is chosen at the set-up', () => {
    const keys = houseRules(edition).map(({ key }) => key);
    expect(keys).toContain('governor_new');
    expect(keys).not.toContain('required_vp');
  });

  it('are counted where they are not as in the booklet', () => {
    const usual = edition.options.find(({ key }) => key === 'governor_new')?.default;
    expect(changedRules(edition, { governor_new: usual, required_vp: 16 })).toBe(0);
    expect(changedRules(edition, { governor_new: !usual })).toBe(1);
  });

  it('are entered where they are others than before, back to the booklet too', () => {
    const usual = edition.options.find(({ key }) => key === 'governor_new')?.default;
    expect(otherRules(edition, {}, {})).toEqual({});
    expect(otherRules(edition, {}, { governor_new: !usual })).toEqual({ governor_new: !usual });
    expect(otherRules(edition, { governor_new: !usual }, {})).toEqual({ governor_new: usual });
  });
});
