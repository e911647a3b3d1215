import { expect, test } from 'vitest';

import { fixture, names } from '../../fixtures/views';
import { entryOf } from './entry';

/** What entries of the base game consist of, beside what is asked for. */
const POSTED = ['type', 'by', 'harbor_index', 'expedition_index', 'discard', 'passing', 'rest', 'bonus'];

test.each(names)('what a template tells about itself is not posted back: %s', (name) => {
  const keys = new Set(
    fixture(name)
      .allowed.filter(({ module }) => !module)
      .flatMap((template) => Object.keys(entryOf(template))),
  );
  expect([...keys].filter((key) => !POSTED.includes(key))).toEqual([]);
});

test('a module’s own keys are posted back, and what was asked', () => {
  const template = {
    type: 'toy_claim',
    by: 0,
    allowed: true,
    module: 'toy',
    goal: 'toy.goal.1',
    about: { goal: 'toy.goal.1' },
    answers: 'now',
    figures: { coins: 1 },
    asks: [],
  };
  expect(entryOf(template, { to: 2 })).toEqual({ type: 'toy_claim', by: 0, goal: 'toy.goal.1', to: 2 });
});
