import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { Goal, View } from '../../engine';
import { contracts } from '../../fixtures/contracts/table';
import { CONTRACTS } from '../../fixtures/contracts/views';
import { hasDrawing } from '../../drawings/drawn';
import { cleanup, fireEvent, render } from '../../fixtures/render';
import { speakToy, toy } from '../../fixtures/toy/table';
import { library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { atOnce, formOf, isDone, isNew, isScarce, sorted, waysOf } from '../table/goals';
import Goals from './Goals.svelte';
import { needSaid, pictograms } from '../table/need';
import { askedFor, decided } from './question';
import { pieces } from './marker-looks';
import Track from './Track.svelte';

function speechOf(view: View): Speech {
  return new Speech(view.edition, view.players, library.editions);
}

function goalIn(view: View, id: string): Goal {
  const found = view.goals?.find((goal) => goal.id === id);
  if (!found) throw new Error(id);
  return found;
}

beforeAll(speakToy);

describe('a player’s marker', () => {
  it('has a letter of the name that nobody before him has, and a wood by the seat', () => {
    const found = [
      ...pieces(['Ada', 'Anna', 'Ära', 'A', '', 'Ben'].map((name, seat) => ({ seat, name }))).values(),
    ];
    expect(found.map(({ letter }) => letter)).toEqual(['A', 'N', 'Ä', 'A', '5', 'B']);
    expect(found.map(({ wood }) => wood)).toEqual(['w1', 'w2', 'w3', 'w4', 'w5', 'w1']);
  });
});

/** The pool of a table that is laid out has every contract. */
function contractsIn(name: string): Goal[] {
  return name === 'contracts-laying-coop' ? (contracts(name).laying?.pool ?? []) : [];
}

describe('a requirement', () => {
  it('is drawn one by one up to three persons, counted where it is a figure, and marked where it is given up', () => {
    const said = (need: Goal['need']): string[] =>
      pictograms(need).map(
        ({ drawing, coin, give, figure, times }) =>
          `${give ? '-' : ''}${coin ? 'coin' : drawing}${figure && ` ${figure}`} x${times}`,
      );
    expect(
      said([
        { what: 'captain', count: 2 },
        { what: 'swords', count: 3 },
        { what: 'coins', count: 4, give: true },
      ]),
    ).toEqual(['captain x2', 'sword 3 x1', '-coin 4 x1']);
    expect(
      said([{ what: 'captain', count: 5 }, { what: 'unheard of' }, { what: 'colors', count: 5 }]),
    ).toEqual(['captain 5 x1', 'jack x1', 'colors 5 x1']);
  });

  it('draws what is declined as its ship, crossed out, and what may cost so much at most with that coin', () => {
    expect(pictograms([{ what: 'declined', color: 'red', count: 3 }])).toEqual([
      { drawing: 'ship-frigate', coin: false, give: false, figure: '3', times: 1, sail: 'red' },
    ]);
    expect(pictograms([{ what: 'cheap', count: 4, max_cost: 3 }])).toEqual([
      { drawing: 'person', coin: false, give: false, figure: '4', times: 1, limit: 3 },
    ]);
    expect(pictograms([{ what: 'colors', count: 3, times: 2 }])).toEqual([
      { drawing: 'colors', coin: false, give: false, figure: '3', times: 1, again: 2 },
    ]);
    expect(
      pictograms([{ what: 'repelled_colors', count: 5 }]).map(({ drawing, figure }) => drawing + figure),
    ).toEqual(['repel', 'colors']);
  });

  it.each(
    Object.keys(CONTRACTS).flatMap((name) => contractsIn(name).map((goal) => [goal.name, goal] as const)),
  )('of the contract %s is drawn by pictures of its own, and said', (_name, goal) => {
    const speech = speechOf(contracts('contracts-table'));
    expect(pictograms(goal.need).map(({ drawing, coin }) => coin || hasDrawing(drawing))).not.toContain(
      false,
    );
    expect(pictograms(goal.need).map(({ drawing }) => drawing)).not.toContain('jack');
    expect(needSaid(goal.need, speech)).not.toMatch(/_|undefined/);
  });

  it('is said in the words of the box', () => {
    const view = toy('toy-goals');
    expect(needSaid(goalIn(view, 'toy.toll').need, speechOf(view))).toBe('gives up 4 × coins and 1 × Priest');
  });
});

describe('goals', () => {
  it.each([
    [4, 2, false, 'named'],
    [4, 3, false, 'plain'],
    [4, 4, false, 'plain'],
    [6, 3, false, 'plain'],
    [6, 5, false, 'plain'],
    [7, 4, false, 'six'],
    [12, 5, false, 'six'],
    [4, 3, true, 'line'],
  ] as const)(
    'of the number %i for %i players stand in the form that fits (scarce: %s): %s',
    (count, players, scarce, form) => {
      expect(formOf(count, players, scarce)).toBe(form);
    },
  );

  it('that each may complete once are one line: four side by side, more slide', () => {
    expect([1, 4, 5].map((count) => formOf(count, 3, false, true))).toEqual(['four', 'four', 'line']);
    expect(formOf(4, 1, true, true)).toBe('four');
  });

  it('lie in one line where the water needs the room', () => {
    const four = toy('toy-goals');
    const of = (count: number, view = four): View => ({
      ...view,
      players: view.players.slice(0, count),
      order: view.order.slice(0, count),
    });
    expect([2, 3, 4].map((count) => isScarce(of(count), false))).toEqual([false, false, true]);
    // Two lines of players leave room for a pile that counts down; five stand two a line, and share the last one with it.
    const counted = toy('toy-all');
    expect([2, 3].map((count) => isScarce(of(count, counted), false))).toEqual([false, true]);
    expect(isScarce(of(2), true)).toBe(true);
    expect(isScarce(of(2, toy('toy-goals-trade')), false)).toBe(true);
  });

  it('are done when no space is left, and together as soon as somebody has done them, but never while somebody can', () => {
    const view = toy('toy-goals');
    const ropes = goalIn(view, 'toy.ropes');
    expect(isDone(ropes, view)).toBe(false);
    expect(isDone({ ...ropes, spaces: [{ coins: 4, seat: 0 }] }, view)).toBe(true);
    expect(isDone(ropes, { way: 'coop' })).toBe(true);
    expect(isDone({ ...ropes, can: [1] }, { way: 'coop' })).toBe(false);
  });

  it('that can be claimed come first in a line, now or never before all', () => {
    const view = toy('toy-now');
    expect(sorted(view, 'line').open.map(({ id }) => id)).toEqual([
      'toy.toll',
      'toy.guard',
      'toy.ropes',
      'toy.fleet',
    ]);
    expect(sorted(view, 'plain').open.map(({ id }) => id)).toEqual([
      'toy.guard',
      'toy.ropes',
      'toy.fleet',
      'toy.toll',
    ]);
  });

  it('take one tap unless something is given up, asked, or to be chosen', () => {
    const view = toy('toy-goals');
    const guard = goalIn(view, 'toy.guard');
    const [way] = waysOf(guard, view);
    if (!way) throw new Error('no way');
    expect(atOnce(guard, [way])).toBe(way);
    expect(atOnce(guard, [way, { ...way, allowed: false }])).toBe(way);
    expect(atOnce({ ...guard, need: [{ what: 'coins', give: true }] }, [way])).toBeUndefined();
    expect(atOnce(guard, [way, { ...way, by: 2 }])).toBeUndefined();
    expect(atOnce(guard, [{ ...way, asks: [{ key: 'card', of: 'card' }] }])).toBeUndefined();
  });

  it('are marked as just completed', () => {
    const guard = goalIn(toy('toy-goals'), 'toy.guard');
    expect(isNew({ ...guard, done_by: [0, 1] }, [guard])).toBe(true);
    expect([isNew(guard, [guard]), isNew(guard, []), isNew(guard, undefined)]).toEqual([false, false, false]);
  });

  it('show each state, and say all of it to whoever hears it', async () => {
    const view = toy('toy-now');
    const asked = vi.fn();
    const { container } = render(Goals, {
      view: { ...view, way: 'coop' as const },
      speech: speechOf(view),
      scarce: false,
      fresh: ['toy.fleet'],
      onclaim: vi.fn(),
      onwhy: vi.fn(),
      ongoal: asked,
    });
    const tile = (id: string): Element | null => container.querySelector(`[data-goal="${id}"]`);
    expect(tile('toy.guard')?.classList.contains('lit')).toBe(true);
    expect(tile('toy.toll')?.classList.contains('ask')).toBe(true);
    expect(tile('toy.fleet')?.classList.contains('just')).toBe(true);
    expect(tile('toy.ropes')).toBeNull();
    expect(container.querySelector('.goal.sum .top1')?.textContent).toBe('1 of 4 done');
    expect(tile('toy.toll')?.querySelector('.sr')?.textContent).toBe(
      'Tax Inspector: 1 × Tax Increase. Next space: 7 coins. 2 points. Cleo and Dev: now or never',
    );
    expect(tile('toy.fleet')?.querySelector('.sr')?.textContent).toContain('Ben has done 1 of 3');
    await fireEvent.click(tile('toy.fleet') as Element);
    expect(asked.mock.calls).toEqual([[goalIn(view, 'toy.fleet')]]);
  });

  it('of twelve show the next coin only', () => {
    const view = toy('toy-many');
    const { container } = render(Goals, {
      view,
      speech: speechOf(view),
      scarce: false,
      onclaim: vi.fn(),
      onwhy: vi.fn(),
    });
    expect(container.querySelector('.goals')?.classList.contains('six')).toBe(true);
    expect(container.querySelector('.sp')).toBeNull();
    // One marker on its way has room there: the one that is farthest.
    expect(
      [...container.querySelectorAll('[data-goal="toy.fleet"] .mk')].map((one) => one.textContent),
    ).toEqual(['D2']);
  });
});

describe('a track', () => {
  it('counts its steps as long as they can be counted, and is a bar beyond', () => {
    const steps = (have: number, need: number): number[] => {
      const { container } = render(Track, { track: { id: 'points', module: 'toy', have, need } });
      const found = [container.querySelectorAll('i').length, container.querySelectorAll('i.on').length];
      cleanup();
      return found;
    };
    expect(steps(5, 8)).toEqual([8, 5]);
    expect(steps(9, 8)).toEqual([8, 8]);
    expect(steps(5, 40)).toEqual([2, 1]);
  });
});

describe('a question', () => {
  it('is one where the words of a module lack everything: what may be entered is named and can be answered', () => {
    const view = toy('toy-now');
    const bare: View = {
      ...view,
      decisions: [],
      allowed: view.allowed.map((one) => ({ ...one, type: 'unheard_of', answers: 'unheard_of' })),
    };
    const question = decided(bare, speechOf(bare), true);
    expect(question?.answers.map(({ title }) => title)).toEqual(['unheard_of', 'unheard_of', 'unheard_of']);
    expect(question?.told.title).toBe('unheard_of');
  });

  it('tells answers of one kind apart by their own keys, with words and without', () => {
    const view = toy('toy-now');
    const titles = (type: string): string[] => {
      const allowed = [true, false].map((pays) => ({
        type,
        by: 1,
        allowed: true,
        module: 'toy',
        answers: 'toy_toll',
        pays,
      }));
      return decided({ ...view, allowed }, speechOf(view), true)?.answers.map(({ title }) => title) ?? [];
    };
    expect(titles('toy_pays')).toEqual(['Pay the toll', 'Pay nothing']);
    expect(titles('unheard_of')).toEqual(['unheard_of: Yes', 'unheard_of: No']);
  });

  it('waits only where the engine says that it must be answered', () => {
    const view = toy('toy-aside');
    expect(decided(view, speechOf(view), true)).toBeNull();
    expect(decided(view, speechOf(view), false)?.answers.map(({ title, why }) => `${title}: ${why}`)).toEqual(
      ['Lay it aside: one turn less, one point more'],
    );
  });

  it('names players, yes and no, and choices in the words of the box', () => {
    const view = toy('toy-give');
    const template = { type: 'unheard_of', by: 1, allowed: true, module: 'toy' };
    const titles = (ask: object): string[] =>
      askedFor(
        { template: { ...template, asks: [{ key: 'x', ...ask } as never] }, said: {}, cards: [] },
        view,
        speechOf(view),
      )?.answers.map(({ title }) => title) ?? [];
    expect(titles({ of: 'seat' })).toEqual(['Ada', 'Ben', 'Cleo', 'Dev']);
    expect(titles({ of: 'flag' })).toEqual(['Yes', 'No']);
    expect(titles({ of: 'word', choices: ['captain', 'priest'] })).toEqual(['Captain', 'Priest']);
    expect(titles({ of: 'number', choices: [1, 2] })).toEqual(['1', '2']);
    expect(titles({ of: 'card' })).toEqual([]);
  });
});
