import { expect, test } from 'vitest';

import { propose, proposedFor } from './proposed';

const LAST = { edition: 'pegasus', modules: [], options: {}, players: ['Ada', 'Ben', 'Cleo'], start: 2 };
const WISHED = { edition: 'bigbox', modules: ['gambler'], options: {}, players: ['1', '2'] };

test('a group that played last sits down at what is proposed, once', () => {
  propose(WISHED);
  expect(proposedFor(LAST)).toEqual({ ...WISHED, players: ['Ada', 'Ben'], start: 0 });
  expect(proposedFor(LAST)).toBe(LAST);
});

test('where nobody has played yet there are as many rows as players were wished', () => {
  propose({ ...WISHED, players: ['1', '2', '3', '4'] });
  expect(proposedFor(undefined)).toEqual({ ...WISHED, players: ['', '', '', ''], start: 0 });
});
