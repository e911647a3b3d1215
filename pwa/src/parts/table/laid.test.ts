import { beforeAll, describe, expect, it, vi } from 'vitest';

import type { Entry, View } from '../../engine';
import { contracts } from '../../fixtures/contracts/table';
import { fireEvent, render } from '../../fixtures/render';
import { pretend } from '../../fixtures/toy/table';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { asideTemplate, drawn, layTemplate, sealed, toggled } from './laid';
import LayOut from '../laying/LayOut.svelte';
import SetAside from '../../screens/table/laying/SetAside.svelte';

beforeAll(async () => {
  await speak('en');
  await speakRules();
  pretend();
});

const SETTLED = { timeout: 5000 };

function shown(name: string, seen: View | null = null) {
  const view = contracts(name);
  const onlay = vi.fn<(entry: Entry) => void>();
  if (!view.laying) throw new Error(name);
  const asked = vi.fn(async (_entry: Entry) => ({ view: seen }));
  const { container } = render(LayOut, {
    laying: view.laying,
    view,
    speech: new Speech(view.edition, view.players),
    template: layTemplate(view),
    busy: false,
    ask: asked,
    onlay,
  });
  const tap = (selector: string): Promise<unknown> => {
    const found = document.querySelector(selector);
    if (!found) throw new Error(selector);
    return fireEvent.click(found);
  };
  return { container, onlay, tap, asked, pick: (goal: string) => tap(`[data-pick-goal="${goal}"]`) };
}

describe('what lies there', () => {
  it('is tapped in as it was drawn, and no more than there are', async () => {
    expect(toggled(['one', 'two'], 'three', 2)).toEqual(['one', 'two']);
    expect(toggled(['one', 'two'], 'one', 2)).toEqual(['two']);
    const { onlay, tap, pick, container } = shown('contracts-laying');
    for (const name of ['mercenary', 'jinx', 'bruja', 'bruja', 'tax_inspector', 'explorer', 'luminary'])
      await pick(name);
    expect(container.querySelectorAll('.pk.on')).toHaveLength(4);
    await tap('.foot .a.go');
    expect(onlay.mock.calls).toEqual([
      [{ type: 'lay_contracts', by: 0, contracts: ['mercenary', 'jinx', 'tax_inspector', 'explorer'] }],
    ]);
  });

  it('cannot be laid before all of it is known', async () => {
    const { onlay, tap, pick } = shown('contracts-laying');
    await pick('mercenary');
    expect(document.querySelector<HTMLButtonElement>('.foot .a.go')?.disabled).toBe(true);
    await tap('.foot .a.go');
    expect(onlay).not.toHaveBeenCalled();
  });

  it('is drawn by the phone, each card once', () => {
    const pool = contracts('contracts-laying-coop').laying?.pool ?? [];
    for (let turn = 0; turn < 50; turn += 1) expect(new Set(drawn({ pool, count: 11 })).size).toBe(11);
    expect(drawn({ pool, count: 2 }, () => 0)).toEqual(['luminary', 'bruja']);
    expect(drawn({ pool, count: 2 }, (below) => below - 1)).toEqual(['ransom', 'small_estate']);
  });

  it('asks for the numbers of a card that nobody knows, and goes on with them', async () => {
    const { onlay, tap, pick, container } = shown('contracts-laying-coop');
    await pick('ransom');
    for (const read of ['coins 5', 'coins 4', 'coins 9', 'seal 2', 'letter J'])
      await tap(`[data-read="${read}"]`);
    await tap('.read-spaces button');
    for (const read of ['coins 3', 'coins 2', 'coins 1']) await tap(`[data-read="${read}"]`);
    await tap('dialog .a.go');
    expect(container.querySelector('[data-pick-goal="ransom"]')?.textContent).toContain('5 4 3 2 1');
    for (const name of ['jinx', 'bruja', 'mercenary', 'explorer', 'luminary', 'speculator']) await pick(name);
    await tap('.foot .a.go');
    expect(onlay.mock.calls[0]?.[0]).toMatchObject({
      contracts: [
        { name: 'ransom', spaces: [5, 4, 3, 2, 1], seal: { n: 2, letter: 'J' } },
        'jinx',
        'bruja',
        'mercenary',
        'explorer',
        'luminary',
        'speculator',
      ],
    });
  });

  it('is not chosen where its numbers are not told', async () => {
    const { tap, pick, container } = shown('contracts-laying-coop');
    await pick('ransom');
    await tap('dialog .a.quiet.ctr');
    expect(container.querySelectorAll('.pk.on')).toHaveLength(0);
  });

  it('adds its seals to the pile while it is tapped, and the engine says what that comes to', async () => {
    const pool = contracts('contracts-laying-coop').laying?.pool ?? [];
    // The booklet's own example: two letters, and numbers that come to nothing.
    expect(
      sealed(pool.filter(({ name }) => ['bruja', 'maritime_supremacy', 'galleon_nemesis'].includes(name))),
    ).toEqual({ numbers: 0, letters: 2 });
    const { pick, container, asked } = shown('contracts-laying-coop', contracts('coop-setup'));
    const figures = (): string[] =>
      [...container.querySelectorAll('.eq1 b')].map((one) => one.textContent ?? '');
    await pick('bruja');
    expect(figures()).toEqual(['…', '1', '1', '…']);
    for (const name of ['jinx', 'new_colony', 'mercenary', 'explorer', 'luminary', 'speculator'])
      await pick(name);
    await vi.waitFor(() => expect(figures()).toEqual(['16', '2', '6', '24']), SETTLED);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is only looked at on a phone that does not record', () => {
    const view = contracts('contracts-laying');
    if (!view.laying) throw new Error('nothing to lay');
    const { container } = render(LayOut, {
      laying: view.laying,
      view,
      speech: new Speech(view.edition, view.players),
      template: undefined,
      busy: false,
      ask: vi.fn(),
      onlay: vi.fn(),
    });
    expect(container.querySelector('.foot .a.go')).toBeNull();
    expect(container.querySelectorAll('.pk:disabled')).toHaveLength(16);
  });
});

describe('a pile', () => {
  it('is made smaller before the first card, with what a win is worth then', async () => {
    const view = contracts('coop-setup');
    const [pile] = view.countdowns ?? [];
    const template = view.allowed.find(({ type }) => type === 'set_aside');
    if (!template || !pile) throw new Error('no pile');
    const onstart = vi.fn();
    const ask = vi.fn(async (entry: Entry) => ({
      view: {
        ...view,
        countdowns: [
          { ...pile, left: 24 - Number((entry as unknown as { count: number }).count), title: 'Pirate' },
        ],
      },
    }));
    const { container } = render(SetAside, {
      view,
      speech: new Speech(view.edition, view.players),
      template,
      busy: false,
      ask,
      onstart,
    });
    const begin = container.querySelector('.foot .a.go') as Element;
    await fireEvent.click(begin);
    expect(onstart).toHaveBeenLastCalledWith(null);
    const more = container.querySelectorAll('.stepper button')[1] as Element;
    for (let turn = 0; turn < 4; turn += 1) await fireEvent.click(more);
    await vi.waitFor(
      () =>
        expect(container.querySelector('.harder')?.textContent).toContain(
          '20 turns are left. A win earns: Pirate',
        ),
      SETTLED,
    );
    await fireEvent.click(begin);
    expect(onstart).toHaveBeenLastCalledWith({ type: 'set_aside', by: 0, count: 4 });
  });

  it('asks only once: the game begins with what was put aside', () => {
    const view = contracts('coop-setup');
    expect(asideTemplate(view)?.type).toBe('set_aside');
    const entry = { type: 'set_aside', by: 0, count: 1 };
    const last = { revision: 1, reason: 'set_aside', ledger: [], entry };
    expect(asideTemplate({ ...view, last })).toBeUndefined();
  });

  it('begins as hard as the group said when it wanted the game once more', async () => {
    const view = contracts('coop-setup');
    const onstart = vi.fn();
    const template = view.allowed.find(({ type }) => type === 'set_aside');
    if (!template) throw new Error('no pile');
    const { container } = render(SetAside, {
      view,
      speech: new Speech(view.edition, view.players),
      template,
      busy: false,
      wished: Promise.resolve(3),
      ask: async () => ({ view }),
      onstart,
    });
    await vi.waitFor(() => expect(container.querySelector('output')?.textContent).toBe('3'), SETTLED);
    await fireEvent.click(container.querySelector('.foot .a.go') as Element);
    expect(onstart).toHaveBeenLastCalledWith({ type: 'set_aside', by: 0, count: 3 });
  });
});
