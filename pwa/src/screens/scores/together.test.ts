import { beforeAll, describe, expect, it } from 'vitest';

import { classesOf } from '../../fixtures/classes';
import type { Score, ScoreItem } from '../../engine';
import { contracts } from '../../fixtures/contracts/table';
import { cleanup, render } from '../../fixtures/render';
import { speakToy, toy } from '../../fixtures/toy/table';
import { Speech } from '../../words/speech';
import { itemDrawing, itemName } from '../../parts/result/brought';
import Rank from '../../parts/result/Rank.svelte';
import { becauseOf, headlineOf, isTogether, rungsOf } from '../../parts/result/result';
import Together from '../../parts/result/Together.svelte';

const speech = new Speech('pegasus', []);
const counted: ScoreItem = { label: 'toy.bread', vp: 2 };
const one: Score['ranking'][number] = {
  name: 'Ada',
  place: 1,
  seat: 0,
  vp: 5,
  coins: 4,
  expeditions: 0,
  items: [counted, { card: { kind: 'person', type: 'jester', cost: 5, vp: 3 }, vp: 3 }],
};
const won: Score = {
  final: true,
  reason: '',
  winners: [],
  ineligible: [],
  ranking: [one],
  proof: [],
  outcome: 'won',
  title: 'toy.title.1',
};
const lost: Score = { ...won, outcome: 'lost', title: null };

beforeAll(speakToy);

describe('a game that is won or lost together', () => {
  it('ends with the title that was reached', () => {
    expect(headlineOf(won, speech)).toBe('Captains all');
    expect(becauseOf(won, speech)).toBe('You’ve won this game together.');
  });

  it('says that it is lost, and why where the words of the module do', () => {
    expect(headlineOf(lost, speech)).toBe('You have lost');
    expect(becauseOf(lost, speech, 'toy_lost')).toBe('The sand has run out.');
    expect(becauseOf(lost, speech, 'hire')).toBe(speech.rule('hire'));
    expect(becauseOf(lost, speech, 'unheard_of')).toBe('The game beat you this time.');
  });

  it('is not over before its end, and ranked games are as they were', () => {
    expect(isTogether({ ...won, final: false })).toBe(false);
    expect(isTogether({ ...won, outcome: 'ranked' })).toBe(false);
    expect(headlineOf({ ...won, outcome: 'ranked', winners: ['Ada'], reason: 'WINNER' }, speech)).toContain(
      'Ada',
    );
  });

  it('shows what was left open when it is lost, and who did what', () => {
    const view = toy('toy-goals');
    const { container } = render(Together, {
      score: lost,
      view: { ...view, way: 'coop' as const },
      speech: new Speech('pegasus', view.players),
    });
    expect([...container.querySelectorAll('.missing .txt b')].map((name) => name.textContent)).toEqual([
      'Harbor Guard',
      'Great Fleet',
      'Tax Inspector',
    ]);
    expect(container.querySelector('.shares li')?.textContent).toContain('Bread, Jester');
    cleanup();
    expect(
      render(Together, { score: won, view, speech }).container.querySelectorAll('.missing'),
    ).toHaveLength(0);
  });

  it('says what a win is worth, who completed what, and how near what was missing was', () => {
    const told = (name: string, score: Score): string[] => {
      const view = contracts(name);
      const { container } = render(Together, { score, view, speech: new Speech('bigbox', view.players) });
      const found = ['.sum3', '.missing .txt', '.made .sr'].flatMap((what) =>
        [...container.querySelectorAll(what)].map((one) =>
          (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
        ),
      );
      cleanup();
      return found;
    };
    expect(told('coop-won', { ...won, points: 6 }).slice(0, 2)).toEqual([
      '6 points',
      'Luminary: Done by Ada',
    ]);
    expect(told('coop-lost', lost).slice(0, 3)).toEqual([
      'Galleon NemesisDev has done 1 of 2',
      'Pirates’ NestBen has done 3 of 5',
      'Luminary: Done by Ada',
    ]);
  });
});

describe('the ladder of titles', () => {
  const ladder = [
    ['Lord of the High Seas', 8],
    ['Captain', 6],
    ['Pirate', 4],
    ['Sailor', 2],
    ['Landlubber', 0],
  ].map(([title, from]) => ({ title, from })) as NonNullable<Score['ladder']>;

  it('says what each takes, which one was reached, and what of it the group had chosen before', () => {
    const score: Score = { ...won, title: 'Pirate', points: 5, before: 4, ladder };
    expect(rungsOf(score).map(({ least, most, at, reached }) => [least, most, at, reached])).toEqual([
      [8, null, false, false],
      [6, 7, false, false],
      [4, 5, true, true],
      [2, 3, false, true],
      [0, 1, false, true],
    ]);
    const view = contracts('coop-won');
    const { container } = render(Together, { score, view, speech: new Speech('bigbox', view.players) });
    const rungs = [...container.querySelectorAll('.rung')].map((one) =>
      (one.textContent ?? '').replace(/\s+/g, ' ').trim(),
    );
    expect(rungs.slice(0, 3)).toEqual([
      'Lord of the High Seas8 or more points',
      'Captain6 to 7 points',
      'Pirate1 more point: Captain4 to 5 points',
    ]);
    expect(container.querySelector('.rung.at')?.textContent).toContain('Pirate');
    expect(container.querySelector('.sum3')?.textContent?.replace(/\s+/g, ' ').trim()).toBe(
      '4 set aside before + 1 later = 5 points',
    );
    // First the sum, then the ladder, then who stands on what.
    expect([...container.children].slice(0, 4).map(classesOf)).toEqual(['sum3', 'ladder', 'lab3', 'so-far']);
    expect(
      [...container.querySelectorAll('.rung use')].map((one) => one.getAttribute('href')?.split('#')[1]),
    ).toEqual(['crown', 'captain', 'pirate', 'sailor', 'house']);
  });

  it('is not there where a game has none', () => {
    expect(rungsOf(lost)).toEqual([]);
  });
});

describe('what brought points', () => {
  it('may be no card: it has the name that the words give it', () => {
    expect([itemName(counted, speech), itemDrawing(counted)]).toEqual(['Bread', 'flag']);
    const { container } = render(Rank, { one, wins: true, most: 5, speech });
    container.querySelector('button')?.click();
    expect(container.textContent).toContain('5');
  });
});
