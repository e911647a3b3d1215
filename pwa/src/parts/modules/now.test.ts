import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { Template, View } from '../../engine';
import { contracts } from '../../fixtures/contracts/table';
import { fireEvent, render } from '../../fixtures/render';
import { pretend } from '../../fixtures/toy/table';
import { Moment } from '../../screens/table/now.svelte';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { waysOf } from '../table/goals';
import { nowHeadline, nowOrNever, nowTold, nowWords } from './now';
import NowKeys from './NowKeys.svelte';
import { decided } from './question';

beforeAll(async () => {
  pretend();
  await speak('en');
  await speakRules();
});

function speechOf(view: View): Speech {
  return new Speech(view.edition, view.players);
}

function asked(name: string): { view: View; now: NonNullable<ReturnType<typeof nowOrNever>> } {
  const view = contracts(name);
  const now = nowOrNever(view);
  if (!now) throw new Error(`${name} asks nothing`);
  return { view, now };
}

function shown(name: string, more: object = {}) {
  const { view, now } = asked(name);
  const props = { onenter: vi.fn<(ways: Template[]) => void>(), onleave: vi.fn(), onnever: vi.fn() };
  const { container } = render(NowKeys, {
    now,
    view,
    speech: speechOf(view),
    busy: false,
    ...props,
    ...more,
  });
  const tap = (answer: string): Promise<unknown> =>
    fireEvent.click(container.querySelector(`[data-answer="${answer}"]`) as Element);
  return { ...props, container, tap };
}

describe('now or never', () => {
  it('is one question for all who can: both, one of them, or nobody', async () => {
    const { view, now } = asked('contracts-tax');
    expect(nowHeadline(now, speechOf(view)).join('')).toBe('Cleo and Dev: now or never');
    expect(nowTold(now, speechOf(view)).title).toBe('Who completes Tax Inspector?');
    const { onenter, onleave, tap, container } = shown('contracts-tax');
    expect([...container.querySelectorAll('button b')].map((one) => one.textContent)).toEqual([
      'Both: +7 coins each',
      'Only Cleo',
      'Only Dev',
      'Neither',
    ]);
    await tap('all');
    await tap('3');
    expect(onenter.mock.calls.map(([ways]) => ways.map(({ by }) => by))).toEqual([[2, 3], [3]]);
    await tap('leave');
    expect(onleave).toHaveBeenCalledTimes(1);
  });

  it('says why it is asked in the words that the module has for its kind of goals, else in those for all', () => {
    const { view, now } = asked('contracts-tax');
    const speech = speechOf(view);
    expect(nowTold(now, speech).why).toBe('the tax has just been paid; it can’t wait');
    const other = { ...now, goal: { ...now.goal, kind: 'deed' } };
    expect(nowTold(other, speech)).toEqual({
      title: 'Who completes Tax Inspector?',
      why: 'it can’t wait',
    });
    expect(nowWords({ kind: 'deed' }, 'no such words', {}, speech)).toBe('');
  });

  it('says what a marker that only moves on comes to, and may be unwanted for the whole evening', async () => {
    const { tap, onnever, container } = shown('contracts-placing');
    expect(container.querySelector('.a.go')?.textContent).toContain('Put a marker on 1');
    await tap('never');
    expect(onnever).toHaveBeenCalledTimes(1);
  });

  it('leaves nothing to say no to where it happens in any case, and waits until the ship that makes it stays', () => {
    const placing = contracts('contracts-placing');
    const decisions = (placing.decisions ?? []).map((one) => ({
      ...one,
      about: { ...one.about, anyway: true },
    }));
    const view: View = {
      ...placing,
      decisions,
      allowed: placing.allowed.map((one) =>
        one.type === 'contract_step' ? { ...one, figures: { coins: 7, points: 1 } } : one,
      ),
    };
    const now = nowOrNever(view, ['speculator:' + view.active] as `${string}:${number}`[]);
    if (!now) throw new Error('it is asked whatever is wished');
    expect(nowTold(now, speechOf(view)).title).toBe('Speculator is completed');
    const { container } = render(NowKeys, {
      now,
      view,
      speech: speechOf(view),
      busy: false,
      onenter: vi.fn(),
      onleave: vi.fn(),
      onnever: vi.fn(),
      onback: vi.fn(),
    });
    expect(
      [...container.querySelectorAll('[data-answer]')].map((one) => one.getAttribute('data-answer')),
    ).toEqual([String(view.active)]);
    expect(container.textContent).toContain('Wrong card?');
    expect(
      nowOrNever({
        ...view,
        pending: {
          kind: 'repel',
          by: view.active,
          harbor_index: 0,
          must_decide: false,
          swords: 1,
          needed: 1,
        },
      }),
    ).toBeNull();
  });

  it('leads after a bust to the next player in the same tap', () => {
    const { container } = shown('contracts-bust', { next: 'Cleo', onback: vi.fn(), onnever: null });
    expect(container.querySelector('[data-answer="leave"]')?.textContent).toContain(
      'Leave it: Cleo discovers',
    );
    expect(container.querySelector('[data-answer="never"]')).toBeNull();
  });

  it('is asked of those whose phone this is, of nobody who has said never, and of nobody twice', () => {
    const { view } = asked('contracts-tax');
    const moment = new Moment('HERE');
    const seats = (of: number[] | null): number[] => moment.asks(view, of)?.ways.map(({ by }) => by) ?? [];
    expect([seats(null), seats([3]), seats([0])]).toEqual([[2, 3], [3], []]);
    moment.wishes = ['tax_inspector:2'];
    expect([seats(null), moment.silent('tax_inspector')]).toEqual([[3], [2]]);
    moment.askAgain('tax_inspector');
    expect(seats(null)).toEqual([2, 3]);
    moment.leave(asked('contracts-tax').now, view);
    expect(seats(null)).toEqual([]);
    expect(moment.asks({ ...view, revision: view.revision + 1 }, null)).not.toBeNull();
  });

  it('is no offer in the place of the ledger', () => {
    const { view } = asked('contracts-tax');
    expect(decided(view, speechOf(view), false)).toBeNull();
    const aside = contracts('coop-aside');
    expect(decided(aside, speechOf(aside), false)?.answers).toHaveLength(1);
  });
});

it('what brings a goal further where a card lies is no way to complete it', () => {
  const view = contracts('contracts-trade');
  const goal = view.goals?.find(({ id }) => id === 'frigate_nemesis');
  if (!goal) throw new Error('no such goal');
  const decline = {
    type: 'take',
    by: 1,
    allowed: true,
    module: 'toy',
    harbor_index: 0,
    about: { goal: goal.id },
  };
  expect(waysOf(goal, { ...view, allowed: [decline] })).toEqual([]);
});
