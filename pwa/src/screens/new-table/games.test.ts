import { beforeEach, expect, it } from 'vitest';

import type { Edition } from '../../engine';
import library from '../../fixtures/library.json';
import { fireEvent, render, screen } from '../../fixtures/render';
import { speakToy } from '../../fixtures/toy/table';
import { Draft } from '../../parts/set-up/draft.svelte';
import Games from '../../parts/set-up/Games.svelte';
import Seats from './Seats.svelte';

const editions = library.editions.editions as unknown as Edition[];

beforeEach(speakToy);

it('says at a game that is for fewer how many it is for, and marks whose seat is one too many', async () => {
  const draft = new Draft(editions, {
    edition: 'bigbox',
    modules: [],
    options: {},
    players: ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'],
    start: 0,
  });
  render(Games, { draft });
  render(Seats, { draft });
  const game = screen.getByRole('radio', { name: /Make Sail!/ });
  expect([game.ariaDisabled, game.textContent]).toEqual(['true', expect.stringContaining('up to 4')]);
  const [said] = screen.getAllByRole('status');
  expect(said?.textContent).toBe(
    'Make Sail! and The Adventure Begins: for up to 4. Remove a seat to play it.',
  );
  await fireEvent.click(game);
  expect(screen.getByRole('radio', { name: /Port Royal/ })).toHaveProperty('ariaChecked', 'true');
  expect(said?.textContent).toBe('Make Sail! is for up to 4: remove Eve to play it.');
  const cross = screen.getByRole('button', { name: 'Remove Eve' });
  expect(cross.className).toContain('marked');
  await fireEvent.click(cross);
  expect([game.ariaDisabled, said?.textContent.trim()]).toEqual([null, '']);
});

it('says two words at a way that has no place for everybody, and leaves out nobody by a tap', async () => {
  const draft = new Draft(editions, {
    edition: 'bigbox',
    game: 'adventure_begins',
    modules: [],
    options: {},
    players: ['Ada', 'Ben'],
    start: 0,
  });
  render(Games, { draft });
  render(Seats, { draft });
  const alone = screen.getByRole('radio', { name: /Solo/ });
  expect([alone.ariaDisabled, alone.textContent]).toEqual(['true', expect.stringContaining('one seat')]);
  await fireEvent.click(alone);
  expect(draft.way).toBe('competitive');
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('Solo: too many seats. Remove Ben to play it.');
  await fireEvent.click(screen.getByRole('button', { name: 'Remove Ben' }));
  expect([draft.way, draft.setup.players]).toEqual(['solo', ['Ada']]);
  expect(screen.getByRole('button', { name: 'Remove Ada' })).toHaveProperty('disabled', true);
});
