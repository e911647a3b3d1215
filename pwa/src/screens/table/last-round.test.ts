import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { View } from '../../engine';
import { render } from '../../fixtures/render';
import { fixture, library } from '../../fixtures/views';
import { lastRoundSaid, turnsLeft } from '../../parts/table/last-round';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import LastRound from './LastRound.svelte';
import { Sunset } from './sunset.svelte';

/** Ben takes cards; Ada, Cleo and Dev sit around him. */
const before = fixture('trade');
const ends = { why: 'end_triggered', rule: 'end_trigger', seat: 1, params: { vp: 13 } };
const begun: View = {
  ...before,
  revision: before.revision + 1,
  end_triggered: true,
  remaining_active: [2, 3],
  last: { revision: before.revision + 1, entry: { type: 'take' }, reason: 'HIRED', ledger: [ends] },
};
const speech = new Speech(before.edition, before.players, library.editions);

function motion(reduced: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: reduced, addEventListener: () => undefined }));
}

beforeAll(async () => {
  await speak('en');
  await speakRules();
});

describe('the moment in which the last round begins', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 100_000, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.advanceTimersByTime(10_000);
    motion(false);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('lasts four seconds', () => {
    const sunset = new Sunset();
    sunset.follow(before);
    expect(sunset.shown).toBe(false);
    sunset.follow(begun);
    expect(sunset.shown).toBe(true);
    vi.advanceTimersByTime(3900);
    expect(sunset.shown).toBe(true);
    vi.advanceTimersByTime(200);
    expect(sunset.shown).toBe(false);
  });

  it('is over with the next entry, and with the one that takes it back', () => {
    const sunset = new Sunset();
    sunset.follow(before);
    sunset.follow(begun);
    sunset.follow({ ...begun, revision: begun.revision + 1 });
    expect(sunset.shown).toBe(false);
    sunset.follow(before);
    sunset.follow(begun);
    sunset.follow(before);
    expect(sunset.shown).toBe(false);
  });

  it('stays until the next entry where nothing may move', () => {
    motion(true);
    const sunset = new Sunset();
    sunset.follow(before);
    sunset.follow(begun);
    vi.advanceTimersByTime(60_000);
    expect(sunset.shown).toBe(true);
  });

  it('is not shown to a phone that comes later, that missed entries or that has just woken up', () => {
    const late = new Sunset();
    late.follow(begun);
    expect(late.shown).toBe(false);

    const missed = new Sunset();
    missed.follow(before);
    missed.follow({ ...begun, revision: begun.revision + 3 });
    expect(missed.shown).toBe(false);

    const woken = new Sunset();
    const end = woken.watch();
    woken.follow(before);
    document.dispatchEvent(new Event('visibilitychange'));
    woken.follow(begun);
    expect(woken.shown).toBe(false);
    end();
  });

  it('does not come where the game is over at once', () => {
    const sunset = new Sunset();
    sunset.follow(before);
    sunset.follow({ ...begun, phase: 'game_over' });
    expect(sunset.shown).toBe(false);
  });

  it('says who brought it and who still has a turn', () => {
    const { container, getByRole } = render(LastRound, { view: begun, speech, onclose: () => undefined });
    expect(getByRole('status').textContent).toBe(
      'Ben has 13 points. The last round. Cleo and Dev still have a turn. Then it is over.',
    );
    const crew = [...container.querySelectorAll('.crew > span')];
    expect(crew.map((one) => [one.textContent.trim(), one.classList.contains('left')])).toEqual([
      ['Ada', false],
      ['Ben', false],
      ['Cleo', true],
      ['Dev', true],
    ]);
  });
});

describe('the sign that stays', () => {
  it('names whose turns are left', () => {
    expect(lastRoundSaid(before, speech)).toBe('');
    expect(lastRoundSaid(begun, speech)).toBe('Last round: Cleo, Dev, then the end');
    const many = { ...begun, remaining_active: [2, 3, 0] };
    expect(lastRoundSaid(many, speech)).toBe('Last round: 3 turns to go');
  });

  it('counts the turn in which cards are drawn, and the last one to its end', () => {
    const discover: View = { ...begun, phase: 'discover', active: 2, acting: 2, remaining_active: [3] };
    expect(turnsLeft(discover)).toEqual([2, 3]);
    expect(turnsLeft({ ...discover, remaining_active: [2, 3] })).toEqual([2, 3]);
    expect(turnsLeft({ ...begun, active: 3, remaining_active: [] })).toEqual([3]);
    expect(turnsLeft({ ...begun, phase: 'game_over', remaining_active: [] })).toBeUndefined();
  });
});
