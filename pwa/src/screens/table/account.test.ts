import { expect, it } from 'vitest';

import type { View } from '../../engine';
import type { Booking, SlipReason } from '../../engine/accounts';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { explain, othersOf, turnsOf } from './account';

const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, coins: [3, 8, 0][seat] }));
const view = { round: 10, active: 1, players } as unknown as View;
const ship = { kind: 'ship', color: 'blue', swords: 5, coins: 3 };
const bookings = [
  {
    revision: 9,
    turn: [10, 1],
    line: { why: 'trader', rule: 'trader', seat: 1, coins: 1, params: { count: 1 } },
    balance: 8,
  },
  {
    revision: 9,
    turn: [10, 1],
    line: { why: 'trade', rule: 'trade', seat: 1, coins: 3, params: { card: ship } },
    balance: 7,
  },
  {
    revision: 5,
    turn: [9, 2],
    line: { why: 'compensation', rule: 'compensation', seat: 1, coins: -1, params: { to: 2 } },
    balance: 4,
  },
] as unknown as Booking[];
const speech = new Speech('pegasus', view.players);

it('says what an entry brought in one line, with the coins after it, turn by turn', async () => {
  await speak('en');
  await speakRules('en');
  const turns = turnsOf(bookings, 1, view, speech, 7);
  expect(turns.map(({ title }) => title)).toEqual(['This turn, round 10', 'Round 9, Cleo’s turn']);
  expect(turns[0]?.entered).toEqual([
    { revision: 9, drawing: 'ship-flute', color: 'blue', words: 'Flute 3, Trader 1', coins: 4, balance: 8 },
  ]);
  expect(turns[1]?.entered[0]?.words).toBe('to Cleo 1');
});

it('names whom and what a module paid for, by no id', async () => {
  await speak('en');
  await speakRules('en');
  const paid = [
    { why: 'character_coins', params: { count: 3, character: 'officer_scott' } },
    { why: 'sale', params: { item: 'rum' } },
  ].map((line, at) => ({
    revision: 9 - at,
    turn: [10, 1],
    line: { rule: line.why, seat: 1, coins: 1, ...line },
    balance: 8,
  })) as unknown as Booking[];
  const { entered = [] } = turnsOf(paid, 1, view, new Speech('bigbox', view.players), 7)[0] ?? {};
  expect(entered.map(({ words }) => words)).toEqual(['Officer Scott', 'Rum sold']);
});

it.each([
  ['en', ['Gunner, 2 each', 'Vice Admiral, 4 cards there', 'Flute: a gift']],
  ['de', ['Kanonier, je 2', 'Vizeadmiral, 4 Karten lagen da', 'Fleute: ein Geschenk']],
] as const)('says what the persons and ships of a module paid in its words, %s', async (language, words) => {
  await speak(language);
  await speakRules(language);
  const paid = [
    { why: 'gunner', params: { count: 2, cards: 4, each: 2 } },
    { why: 'vice_admiral', params: { count: 1, cards: 4, each: 1 } },
    { why: 'gift', params: { giver: 0, card: ship } },
  ].map((line, at) => ({
    revision: 9 - at,
    turn: [10, 1],
    line: { rule: line.why, seat: 1, coins: 1, ...line },
    balance: 8,
  })) as unknown as Booking[];
  const { entered = [] } = turnsOf(paid, 1, view, speech, 7)[0] ?? {};
  expect(entered.map((one) => one.words)).toEqual(words);
  expect(entered.map((one) => one.drawing)).toEqual(['gunner', 'vice_admiral', 'ship-flute']);
});

it('shows no more entries than there is room for, and none of them cut in half', () => {
  expect(turnsOf(bookings, 1, view, speech, 1)[0]?.entered[0]?.coins).toBe(4);
});

it.each([
  [
    { kind: 'not_paid', params: { why: 'trader', coins: 1, card: ship } },
    'This turn: Ben: the Trader’s coin not paid',
    'trader',
  ],
  [
    { kind: 'numbers', params: { card: ship, to: { ...ship, coins: 2 } } },
    'This turn: the Flute pays 2, not 3',
    'ship-flute',
  ],
  [
    { kind: 'taker', params: { card: ship, from: 1, to: 0 } },
    'This turn: Ada took Flute, not Ben',
    'ship-flute',
  ],
  [{ kind: 'missed_draw', params: {} }, 'This turn: One more card was drawn', 'pile'],
])('says which slip it was: %j', async (slip, title, drawing) => {
  await speak('en');
  await speakRules('en');
  const told = explain({ revision: 9, turn: [10, 1], seat: 1, ...slip } as never, view, speech);
  expect([told.title, told.drawing]).toEqual([title, drawing]);
  expect(told.why).not.toBe('');
});

it('names whoever would have other coins too', () => {
  const reason = { then: { coins: [4, 7, 0] } } as unknown as SlipReason;
  expect(othersOf(reason, [1], view)).toEqual([{ seat: 0, coins: 4, had: 3 }]);
});
