import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { NoAnswer } from '../../engine';
import type { Edition, Editions, Setup, Unpacking } from '../../engine';
import { LocalEngine } from '../../engine/local/local';
import library from '../../fixtures/library.json';
import { fireEvent, render, screen, waitFor } from '../../fixtures/render';
import { pythonRules } from '../../fixtures/rules';
import { speak, speakRules } from '../../words/words.svelte';
import { Draft } from './draft.svelte';
import Unpack from './Unpack.svelte';

const editions = library.editions as unknown as Editions;
let local: LocalEngine;

beforeAll(async () => {
  local = new LocalEngine((await pythonRules())(), () => 'T');
}, 120_000);

beforeEach(async () => {
  await speak('en');
  await speakRules();
});

const ask = (setup: Setup): Promise<Unpacking> => local.asked<Unpacking>('unpacking', { setup });

function group(edition: string, modules: string[], count: number): Draft {
  const players = ['Ada', 'Ben', 'Cleo', 'Dev', 'Eve'].slice(0, count);
  return new Draft(editions.editions as unknown as Edition[], {
    edition,
    modules,
    options: {},
    players,
    start: 0,
  });
}

async function steps(): Promise<string[]> {
  const rows = await screen.findAllByRole('checkbox');
  return rows.map((row) =>
    [...row.querySelectorAll('.no, b, small')].map((part) => part.textContent).join(' '),
  );
}

describe('what to take out of the box', () => {
  it('says it step by step for what is played and so many players, with its places', async () => {
    render(Unpack, { draft: group('bigbox', ['jomc_cards'], 5), editions, ask });
    const said = await steps();
    expect(said[0]).toBe(
      '1 Take out 120 cards the base game: 60 Professions, 50 ships, 6 Expeditions, and 4 Tax Increases',
    );
    expect(said[1]).toBe('2 Put one Expedition on the table the only card without a coin on its back');
    expect(said[2]).toBe(
      '3 Take out 24 cards marked A the new cards of Just One More Contract: 5 Clerks, 5 Vice Admirals, 4 Gunners, and 10 ships',
    );
    expect(said[3]).toMatch(/^4 Leave \d+ cards in the box .*the Gambler \(P: 4\)/);
    expect(said.slice(4)).toEqual([
      '5 Shuffle 143 cards face down, as the Play deck',
      '6 3 coins for everybody 15 cards from the Play deck, face down; 128 are left',
    ]);
    expect(screen.getByText(/The Base Game - Setup/)).toBeTruthy();
  });

  it('follows what is chosen, and keeps what was ticked where its figures stay', async () => {
    const draft = group('bigbox', [], 3);
    render(Unpack, { draft, editions, ask });
    await steps();
    await fireEvent.click(screen.getByRole('checkbox', { name: /120 cards/ }));
    await fireEvent.click(screen.getByRole('checkbox', { name: /119 cards/ }));
    draft.toggle('gambler');
    await screen.findByRole('checkbox', { name: /Shuffle 123/, checked: false });
    expect(screen.getByRole('checkbox', { name: /120 cards/, checked: true })).toBeTruthy();
    await fireEvent.click(screen.getByRole('checkbox', { name: /120 cards/ }));
    expect(screen.getByRole('checkbox', { name: /120 cards/, checked: false })).toBeTruthy();
  });

  it('is said in the language and the words of the box', async () => {
    await speak('de');
    render(Unpack, { draft: group('sjg', [], 2), editions, ask });
    expect(await steps()).toEqual([
      '1 120 Karten herausnehmen das Grundspiel: 60 Personen, 50 Schiffe, 6 Missionen und 4 Steuererhöhungen',
      '2 120 Karten mischen verdeckt, als Nachziehstapel',
      '3 3 Münzen für alle 6 Karten vom Nachziehstapel, verdeckt; 114 bleiben',
    ]);
  });

  it('says nothing of what cannot be played, or where nobody answers', async () => {
    const draft = group('pegasus', [], 3);
    const { container } = render(Unpack, { draft, editions, ask });
    await steps();
    draft.seats = [...draft.seats, ...['Dev', 'Eve', 'Flo'].map((name) => ({ id: name, name }))];
    await waitFor(() => expect(container.querySelector('.unpack')).toBeNull());
    const other = render(Unpack, {
      draft: group('pegasus', [], 3),
      editions,
      ask: () => Promise.reject(new NoAnswer('away')),
    });
    await Promise.resolve();
    expect(other.container.querySelector('.unpack')).toBeNull();
  });
});
