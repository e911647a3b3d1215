// @vitest-environment node
import { beforeAll, expect, it } from 'vitest';

import { LocalEngine } from '../../engine/local/local';
import { pythonRules } from '../../fixtures/rules';
import { dealt } from '../../parts/practice/deal';
import { partnerDoes } from '../../parts/practice/partner';
import { seated } from './seated';

const MOST_ENTRIES = 1500;
let local: LocalEngine;

beforeAll(async () => {
  local = new LocalEngine((await pythonRules())());
}, 120_000);

/** The same sequence of chances for the same seed (mulberry32). */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

it.each([
  ['pegasus', 1],
  ['sjg', 2],
  ['yucata', 3],
  ['bigbox', 4],
  ['pegasus', 5],
  ['bigbox', 6],
])('the partner plays a whole game by the rules and comes to its end, %s, %i', async (edition, seed) => {
  const chance = chances(seed);
  const table = await local.openTable({ edition, modules: ['base'], players: seated() });
  let { view } = table;
  for (let entry = 0; view.phase !== 'game_over' && entry < MOST_ENTRIES; entry += 1) {
    const does = partnerDoes(view, view.acting);
    const card = dealt(view.unseen, chance);
    expect(does, `${view.phase}, ${JSON.stringify(view.pending)}`).not.toBeNull();
    if (!does || !card) throw new Error('nothing to be done, or no card left');
    const outcome = await local.record(table, view.revision, {
      id: `${entry}`,
      entry: does === 'draw' ? { type: 'draw', by: view.acting, card } : does,
    });
    if (outcome.kind !== 'recorded') throw new Error(JSON.stringify(outcome));
    ({ view } = outcome);
  }
  expect(view.phase).toBe('game_over');
});

it('the partner leaves the learner his own turn', async () => {
  const { view } = await local.openTable({ edition: 'pegasus', modules: ['base'], players: seated() });
  expect(partnerDoes(view, 1)).toBeNull();
});

it('every card that nobody has seen is as likely', () => {
  const unseen = { one: 1, none: 0, three: 3 };
  expect([0, 0.2499, 0.25, 0.6, 0.9999].map((chance) => dealt(unseen, () => chance))).toEqual([
    'one',
    'one',
    'three',
    'three',
    'three',
  ]);
  expect(dealt({ none: 0 })).toBeUndefined();
});

it('nobody plays with a namesake', () => {
  expect(seated()).toEqual(['Mary', 'Anne']);
  expect(seated('Anne')).toEqual(['Anne', 'Mary']);
});
