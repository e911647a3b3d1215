import { beforeEach, expect, it } from 'vitest';

import type { Edition } from '../../engine';
import library from '../../fixtures/library.json';
import { fireEvent, render, screen, within } from '../../fixtures/render';
import { speakToy } from '../../fixtures/toy/table';
import { Draft } from '../../parts/set-up/draft.svelte';
import Seats from './Seats.svelte';

const editions = library.editions.editions as unknown as Edition[];

beforeEach(speakToy);

function seated(players: string[], known: string[]): Draft {
  const draft = new Draft(editions, { edition: 'pegasus', modules: [], options: {}, players, start: 0 });
  render(Seats, { draft, known });
  return draft;
}

function offered(): string[] {
  const group = screen.queryByRole('group');
  return group
    ? within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    : [];
}

it('offers the first seat without a name those who have played before, and goes on to the next', async () => {
  const draft = seated(['Ada', '', ''], ['Ada', 'Ben', 'Player 2', 'Cleo']);
  expect(screen.getByRole('textbox', { name: 'Name of player 2' })).toHaveProperty('placeholder', 'Player 2');
  // Neither who sits there already nor who was never named.
  expect(offered()).toEqual(['Ben', 'Cleo']);
  expect(screen.getByRole('group').ariaLabel).toBe('Player 2: names from earlier evenings');
  await fireEvent.click(screen.getByRole('button', { name: 'Cleo' }));
  expect(screen.getByRole('group').ariaLabel).toBe('Player 3: names from earlier evenings');
  // No keyboard comes up.
  expect(document.activeElement?.textContent).toBe('Ben');
  await fireEvent.click(screen.getByRole('button', { name: 'Ben' }));
  expect([draft.setup.players, offered()]).toEqual([['Ada', 'Cleo', 'Ben'], []]);
});

it('puts somebody else on a seat whose name is tapped', async () => {
  const draft = seated(['Ada', 'Ben'], ['Ada', 'Ben', 'Eve']);
  expect(offered()).toEqual([]);
  const ben = screen.getByRole('textbox', { name: 'Name of player 2' });
  await fireEvent.focus(ben);
  expect(offered()).toEqual(['Eve']);
  await fireEvent.blur(ben);
  expect(offered()).toEqual([]);
  await fireEvent.focus(ben);
  await fireEvent.click(screen.getByRole('button', { name: 'Eve' }));
  expect(draft.setup.players).toEqual(['Ada', 'Eve']);
});

it('adds a seat without a keyboard, and asks about that one', async () => {
  const draft = seated(['Ada', 'Ben'], ['Cleo']);
  await fireEvent.click(screen.getByRole('button', { name: 'Add a player' }));
  expect(document.activeElement?.tagName).not.toBe('INPUT');
  await fireEvent.click(screen.getByRole('button', { name: 'Cleo' }));
  expect(draft.setup.players).toEqual(['Ada', 'Ben', 'Cleo']);
});
