import { tick } from 'svelte';
import { beforeEach, expect, it } from 'vitest';

import type { Edition } from '../../engine';
import library from '../../fixtures/library.json';
import { fireEvent, render, screen } from '../../fixtures/render';
import { speakToy } from '../../fixtures/toy/table';
import { fixture } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { Draft } from '../../parts/set-up/draft.svelte';
import { Middle } from '../../parts/set-up/middle.svelte';
import RestStep from './RestStep.svelte';

const editions = library.editions.editions as unknown as Edition[];

beforeEach(speakToy);

it('leaves the number that is being typed alone when what was worked out comes meanwhile', async () => {
  const group = { edition: 'pegasus', modules: [], options: {}, players: ['Ada', 'Ben'], start: 0 };
  const draft = new Draft(editions, group);
  const middle = new Middle();
  middle.seated(draft);
  const view = fixture('discover');
  render(RestStep, {
    middle,
    draft,
    box: null,
    trouble: '',
    view,
    speech: new Speech(view.edition, view.players),
  });
  const pile = screen.getByRole<HTMLInputElement>('textbox');
  await fireEvent.input(pile, { target: { value: '71' } });
  middle.view = { ...view, draw_pile: 94 };
  await tick();
  expect(pile.value).toBe('71');
  await fireEvent.change(pile);
  expect([middle.draws, pile.value]).toEqual([71, '71']);
});
