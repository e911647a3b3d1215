import { beforeEach, expect, it } from 'vitest';

import type { Edition } from '../../engine';
import library from '../../fixtures/library.json';
import { speakToy } from '../../fixtures/toy/table';
import { Draft } from '../../parts/set-up/draft.svelte';
import { campaignId } from '../../stores/campaigns';
import { chosen } from './chosen';

const editions = library.editions.editions as unknown as Edition[];
const evening = { middle: false, lessons: false, pile: 110 };

beforeEach(speakToy);

function draft(edition = 'pegasus'): Draft {
  return new Draft(editions, { edition, modules: [], options: {}, players: ['Ada', 'Ben'], start: 0 });
}

it('says that all is as in the booklet, and what the pile comes to where somebody knows', () => {
  expect(chosen(draft(), evening)).toEqual({
    first: 'All as in the booklet',
    other: false,
    then: 'every card recorded; 110 cards in the pile',
  });
  expect(chosen(draft(), { ...evening, pile: 0 }).then).toBe('every card recorded');
});

it('says first whatever differs', () => {
  const one = draft();
  one.wishedKeeping = 'harbor';
  expect(chosen(one, { ...evening, lessons: true })).toEqual({
    first: 'Your first evening, Harbor at Stop',
    other: true,
    then: '110 cards in the pile',
  });
  one.wishedKeeping = 'cards';
  one.wishedCoach = true;
  one.own = { pegasus: { own: [], missing: { 'base.ship.red.s3.c2': 1 } } };
  for (const option of one.box?.options ?? [])
    if (option.key === 'expedition_required') one.set(option, true);
  expect(chosen(one, evening).first).toBe('Expedition to win, What may come next, Your box: 1 missing');
  for (const option of one.box?.options ?? []) if (option.key === 'governor_new') one.set(option, true);
  expect(chosen(one, evening).first).toContain('House rules: 2');
});

it('names what is mixed in, but not what stands on its tile', () => {
  const one = draft('bigbox');
  one.pick('jomc');
  expect(chosen(one, evening).other).toBe(false);
  one.toggle('gambler');
  expect(chosen(one, evening).first).toBe('Gambler');
});

it('says where the story stands, and of a game that is on what comes next', () => {
  const one = draft('bigbox');
  one.pick('adventure_begins');
  one.campaigns = [
    {
      id: campaignId('bigbox', 'competitive', ['Ada', 'Ben']),
      modules: ['adventure_begins'],
      standing: { chapter: 2, lost: 1 },
    } as never,
  ];
  expect(chosen(one, evening).first).toBe('chapter 2 of 5: try 2');
  expect(chosen(one, { ...evening, middle: true })).toEqual({
    first: 'Already playing',
    other: true,
    then: 'next: coins, cards and whose turn it is',
  });
});
