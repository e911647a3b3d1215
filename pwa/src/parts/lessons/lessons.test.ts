import { describe, expect, it } from 'vitest';

import type { View } from '../../engine';
import { fixture } from '../../fixtures/views';
import { LANGUAGES } from '../../words/languages';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { dueLesson, LESSONS, said, teaches } from './lessons';

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

  /** What fits on a phone that is 360 wide; `title` and `act` beside the cross and the two keys. */
  const MOST = { title: 26, line: 38, act: 22, how: 31 };

  it.each(LANGUAGES)('have room for what they say: %s', async (language) => {
    await speak(language);
    await speakRules(language);
    const near = { ...few, players: few.players.map((player) => ({ ...player, vp: 11 })) };
    for (const lesson of LESSONS) {
      const { title, lines, act, how } = said(lesson, near, new Speech('pegasus', []));
      expect(lines).toHaveLength(2);
      expect(title.length, title).toBeLessThanOrEqual(MOST.title);
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(MOST.line);
      expect(act.length, act).toBeLessThanOrEqual(MOST.act);
      expect(how.length, how).toBeLessThanOrEqual(MOST.how);
    }
    await speak('en');
  });

  it('say first what was drawn, for with large text nothing else is said', async () => {
    await speak('en');
    await speakRules();
    const speech = new Speech('pegasus', []);
    const drawn = (kind: string) => ({
      ...few,
      last: { ...fixture('tax').last, entry: { type: 'draw', card: { kind } } } as View['last'],
    });
    expect(said('aside', drawn('tax'), speech).lines[0]).toContain('Taxes');
    expect(said('aside', drawn('expedition'), speech).lines[0]).toContain('Expeditions');
  });
});
