import { beforeAll, expect, test } from 'vitest';

import { speak, speakRules } from '../../words/words.svelte';
import { propose, proposedFor, proposeGroup } from './proposed';

const LAST = { edition: 'pegasus', modules: [], options: {}, players: ['Ada', 'Ben', 'Cleo'], start: 2 };
const WISHED = { edition: 'bigbox', modules: ['gambler'], options: {}, players: ['1', '2'] };

beforeAll(async () => {
  await speak('en');
  await speakRules();
}, 60_000);

test('a group that played last sits down at what is proposed, once', () => {
  propose(WISHED);
  expect(proposedFor(LAST)).toEqual({ ...WISHED, players: ['Ada', 'Ben'], start: 0 });
  expect(proposedFor(LAST)).toEqual(LAST);
});

test('where nobody has played yet there are as many rows as players were wished', () => {
  propose({ ...WISHED, players: ['1', '2', '3', '4'] });
  expect(proposedFor(undefined)).toEqual({ ...WISHED, players: ['', '', '', ''], start: 0 });
});

test('whoever was only called by a place at the last table still has no name', () => {
  proposeGroup({ ...LAST, players: ['Ada', 'Player 2', 'Cleo'] });
  expect(proposedFor(undefined)).toEqual({ ...LAST, players: ['Ada', '', 'Cleo'] });
});
