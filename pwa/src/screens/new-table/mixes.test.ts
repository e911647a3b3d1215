import { beforeEach, describe, expect, it } from 'vitest';

import type { Editions } from '../../engine';
import library from '../../fixtures/library.json';
import { fireEvent, render, screen, within } from '../../fixtures/render';
import { speakToy } from '../../fixtures/toy/table';
import { Draft } from '../../parts/set-up/draft.svelte';
import Options from '../../parts/set-up/Options.svelte';

const RULE = { citations: [{ document: '004', section: 'Gambler Promo' }], switch: null };

/** The Big Box with two toys in it that the booklets have something against. */
function books(allowed: boolean): Editions {
  const editions = structuredClone(library.editions) as unknown as Editions;
  const box = editions.editions.find(({ id }) => id === 'bigbox');
  if (!box) throw new Error('no Big Box');
  box.modules.push('toy_person', 'toy_two');
  box.played.find(({ alone }) => alone)?.mixed.push('toy_person', 'toy_two');
  box.mixes = [{ module: 'toy_person', other: 'toy_two', rule: 'toy_mix', allowed }];
  box.rules['toy_mix'] = RULE as never;
  return editions;
}

function options(allowed: boolean): Draft {
  const editions = books(allowed);
  const draft = new Draft(editions.editions);
  draft.choose('bigbox');
  render(Options, { draft, editions });
  return draft;
}

beforeEach(speakToy);

describe('what is mixed in', () => {
  it('says nothing against what goes together', async () => {
    options(false);
    await fireEvent.click(screen.getByRole('switch', { name: 'Gunner' }));
    expect(screen.getByRole('status').textContent.trim()).toBe('');
  });

  it('says with its reason and its place what the booklets advise against, and lets it be', async () => {
    options(true);
    await fireEvent.click(screen.getByRole('switch', { name: 'Gunner' }));
    await fireEvent.click(screen.getByRole('switch', { name: 'Clerk' }));
    const said = screen.getByRole('status').textContent;
    expect(said).toContain('Better not combined: Gunner and Clerk.');
    expect(said).toContain('The cards of both turn up less often.');
    expect(said).toMatch(/Big Box.*, Gambler Promo/);
    expect(screen.queryByRole('button', { name: /Leave out/ })).toBeNull();
  });

  it('leads out of what is not played together, either way', async () => {
    const draft = options(false);
    for (const [out, stays] of [
      ['Gunner', 'toy_two'],
      ['Clerk', 'toy_person'],
    ] as const) {
      draft.modules = ['toy_person', 'toy_two'];
      await fireEvent.click(await screen.findByRole('button', { name: `Leave out ${out}` }));
      expect(draft.modules).toEqual([stays]);
      expect(screen.getByRole('status').textContent.trim()).toBe('');
    }
  });
});

describe('a house rule of a module', () => {
  it('is offered only where the module is played, with its place, and goes with it', async () => {
    const draft = options(true);
    expect(screen.queryByText('Vice Admiral on another player’s turn')).toBeNull();
    await fireEvent.click(screen.getByRole('switch', { name: /Just One More Contract/ }));
    const choice = within(screen.getByRole('radiogroup', { name: 'Vice Admiral on another player’s turn' }));
    expect(screen.getByText(/Big Box.*Vice Admiral$/)).toBeTruthy();
    expect(choice.getByRole('radio', { name: '1 coin' })).toHaveProperty('ariaChecked', 'true');
    await fireEvent.click(choice.getByRole('radio', { name: '2 coins' }));
    expect(draft.setup.options).toEqual({ vice_admiral_amount: 2 });
    await fireEvent.click(screen.getByRole('switch', { name: /Just One More Contract/ }));
    expect(draft.setup.options).toEqual({});
  });
});
