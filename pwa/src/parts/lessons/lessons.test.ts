import { describe, expect, it } from 'vitest';

import { fixture } from '../../fixtures/views';
import { dueLesson, LESSONS, teaches } from './lessons';

describe('the lessons of a first evening', () => {
  const discover = fixture('discover');
  const few = {
    ...discover,
    required_vp: 12,
    players: discover.players.map((player) => ({ ...player, vp: 3 })),
    last: null,
  };

  it('come when they matter first, and each once', () => {
    expect(dueLesson({ ...few, harbor: [] }, [])).toBeUndefined();
    expect(dueLesson(few, [])).toBe('draw');
    expect(dueLesson(few, ['draw'])).toBeUndefined();
    const trade = { ...few, phase: 'trade_hire' as const, active: 1, acting: 1 };
    expect(dueLesson(trade, ['draw'])).toBe('trade');
    expect(dueLesson({ ...trade, acting: 2 }, ['draw', 'trade'])).toBe('others');
  });

  it('tell of expeditions and taxes with the first that is drawn, not with those that lie there', () => {
    const last = {
      ...fixture('tax').last,
      entry: { type: 'draw', card: { kind: 'tax', bonus: 'fewest_vp', threshold: 12, bonus_coins: 1 } },
    } as NonNullable<typeof discover.last>;
    expect(few.expeditions.length).toBeGreaterThan(0);
    expect(dueLesson(few, ['draw'])).toBeUndefined();
    expect(dueLesson({ ...few, last }, ['draw'])).toBe('aside');
  });

  it('tell of the race four points before somebody may bring the end', () => {
    const near = (vp: number) => ({
      ...few,
      players: few.players.map((player, at) => ({ ...player, vp: at ? 0 : vp })),
    });
    expect(dueLesson(near(7), ['draw'])).toBeUndefined();
    expect(dueLesson(near(8), ['draw'])).toBe('race');
    expect(dueLesson(near(12), LESSONS)).toBeUndefined();
  });

  it('are for tables that race to points with the cards that they tell of', () => {
    expect(teaches({ way: 'competitive', modules: ['base', 'gambler'] })).toBe(true);
    expect(teaches({ way: 'coop', modules: ['base', 'jomc'] })).toBe(false);
    expect(teaches({ way: 'competitive', modules: ['make_sail'] })).toBe(false);
  });
});
