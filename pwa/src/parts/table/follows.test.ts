import { beforeAll, describe, expect, it, vi } from 'vitest';

import { fixture, library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { follows, once } from './follows';

function said(name: Parameters<typeof fixture>[0]): [string, boolean] {
  const view = fixture(name);
  const { words, bad } = follows(view, new Speech(view.edition, view.players, library.editions));
  return [words, bad];
}

describe('what follows where a thumb lets go', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules('en');
  });

  it('is a bust where the table would be one, and a decision where swords can still help', () => {
    expect(said('bust')).toEqual(['a second one: bust', true]);
    expect(said('repel-or-bust')).toEqual(['repel it, or bust', true]);
  });

  it('is how many cards there are then, of a ship that joins others', () => {
    const [words, bad] = said('repel');
    expect(words).toMatch(/^\d colors?: \d/);
    expect(bad).toBe(false);
  });

  it('is asked once a card, and unknown where nobody answers', async () => {
    const forecast = vi.fn(() => Promise.reject(new Error('away')));
    const foresee = once(forecast);
    expect(await foresee('a')).toBeNull();
    expect(await foresee('a')).toBeNull();
    await foresee('b');
    expect(forecast.mock.calls).toEqual([['a'], ['b']]);
  });
});
