import { describe, expect, it } from 'vitest';

import type { Score } from '../../engine';
import type { Evening } from '../../engine/evenings';
import { pictureOf, SIDE } from './picture';

const SYMBOLS = '<svg xmlns="x"><symbol id="coin"/></svg>';
const TOLD = {
  group: 'Thursday & co',
  day: '19 November 2026',
  title: 'A & B',
  because: '',
  last: '12: last round',
  figures: '',
  app: 'Harbormaster',
};

const stands = (name: string, place: number, vp: number): Score['ranking'][number] => ({
  name,
  place,
  seat: place - 1,
  vp,
  coins: 4,
  expeditions: 0,
  items: [],
});
const scoreOf = (ranking: Score['ranking'], outcome: Score['outcome'] = 'ranked'): Score => ({
  final: true,
  reason: 'WINNER',
  outcome,
  title: null,
  winners: ranking[0] ? [ranking[0].name] : [],
  ineligible: [],
  ranking,
  proof: [],
});
const eveningOf = (names: string[], last: number): Evening => ({
  revision: 9,
  awards: [],
  rounds: [0, 1, 2].map((round) => ({
    round,
    vp: names.map((_, seat) => (round === 2 ? last - seat : round)),
    coins: names.map(() => 3),
  })),
  players: names.map((name, seat) => ({
    seat,
    name,
    drawn: 4,
    repelled: [],
    busts: [],
    income: [],
    hired: {},
  })),
});

function drawn(score: Score, evening: Evening | null, required: number | null = 12) {
  const { svg, lines } = pictureOf({ score, evening, pennant: 6, required }, TOLD, { text: '#fff' }, SYMBOLS);
  expect(new DOMParser().parseFromString(svg, 'image/svg+xml').querySelector('parsererror')).toBeNull();
  return { svg, lines, words: lines.map((line) => line.words) };
}

describe('the picture of an evening', () => {
  it('has every name, and lets no name break it', () => {
    const name = '<Ben & "Co">';
    const { words } = drawn(scoreOf([stands(name, 1, 13)]), eveningOf([name], 13));
    expect(words).toEqual(expect.arrayContaining(['A & B', 'Thursday & co', name, '13', `${name} 13`]));
  });

  it('says where the last round begins only where the points went so far', () => {
    const names = ['Ada', 'Ben'];
    expect(
      drawn(scoreOf([stands('Ada', 1, 14), stands('Ben', 2, 13)]), eveningOf(names, 14)).words,
    ).toContain('12: last round');
    expect(
      drawn(scoreOf([stands('Ada', 1, 5), stands('Ben', 2, 4)]), eveningOf(names, 5)).words,
    ).not.toContain('12: last round');
    expect(
      drawn(scoreOf([stands('Ada', 1, 14), stands('Ben', 2, 13)]), eveningOf(names, 14), null).words,
    ).not.toContain('12: last round');
  });

  it('ranks nobody who played together', () => {
    const { words } = drawn(scoreOf([stands('Ada', 1, 13), stands('Ben', 2, 9)], 'won'), null);
    expect(words).not.toContain('1');
  });

  it('keeps the names at the ends of lines apart, and everything within the picture', () => {
    const names = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva'];
    const { lines } = drawn(scoreOf(names.map((name, at) => stands(name, at + 1, 12))), {
      ...eveningOf(names, 12),
      rounds: [0, 1].map((round) => ({ round, vp: names.map(() => 12 * round), coins: names.map(() => 0) })),
    });
    const ends = lines
      .filter(({ words }) => / 12$/.test(words))
      .map(({ y }) => y)
      .sort((one, other) => one - other);
    expect(ends).toHaveLength(5);
    expect(Math.min(...ends.slice(1).map((y, at) => y - (ends[at] ?? 0)))).toBeGreaterThanOrEqual(36);
    for (const { x, y } of lines) expect([x >= 0 && x <= SIDE, y >= 0 && y <= SIDE]).toEqual([true, true]);
  });
});
