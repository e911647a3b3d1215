import { beforeAll, describe, expect, it, vi } from 'vitest';

import { personDrawing } from '../../drawings/sprite';
import { around, tableOf } from '../../fixtures/at-table';
import { cleanup, fireEvent, render } from '../../fixtures/render';
import { pretend } from '../../fixtures/toy/table';
import { fixture, library } from '../../fixtures/views';
import PersonPad from '../../parts/table/PersonPad.svelte';
import ReadOff from '../../parts/table/ReadOff.svelte';
import { wholeBox } from '../../parts/table/whole-box';
import { itemDrawing, itemName } from '../../parts/result/brought';
import Rank from '../../parts/result/Rank.svelte';
import { Box, playsExpeditions } from '../../parts/table/box';
import { drawnAs } from '../../parts/table/learning';
import Pad from '../../screens/table/Pad.svelte';
import Players from '../../parts/players/Players.svelte';
import Water from '../../screens/table/Water.svelte';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';

const view = fixture('sail');
const speech = new Speech(view.edition, view.players);
const box = new Box(library.catalogue, view.unseen, view.box);

function pad(props: object = {}, table = tableOf(view)): HTMLElement {
  return render(Pad, { view, box, speech, ...props }, around(table)).container;
}

function find(container: HTMLElement, selector: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

const players = { speech, lit: 1, frozen: false, onopen: vi.fn(), onpass: vi.fn() };

describe('a game of few kinds', () => {
  beforeAll(async () => {
    pretend();
    await speak('en');
    await speakRules('en');
  });

  it('has its colored persons below their ships, the others in a row, and Stop in its corner', () => {
    const container = pad();
    const keys = [...container.querySelectorAll<HTMLElement>('.pad > .k')].map(
      (one) => one.dataset['opens'] ?? one.dataset['means'],
    );
    const colors = ['yellow', 'blue', 'green', 'red', 'black'];
    expect(keys).toEqual([
      ...colors.map((one) => `ship:${one}`),
      ...colors.map((one) => `person:merchant:${one}`),
      'person:sailor',
      'person:pirate',
      'person:passenger',
      'tax:',
      'stop',
    ]);
    expect(find(container, '[data-opens="tax:"]').textContent).toContain('9 or more: down to 8');
    expect(['merchant', 'passenger'].map(personDrawing)).toEqual(['merchant', 'passenger']);
  });

  it('has no place for expeditions', () => {
    expect(playsExpeditions(view)).toBe(false);
    expect(playsExpeditions(fixture('discover'))).toBe(true);
    expect(new Box(library.catalogue, fixture('discover').unseen).few).toBeNull();
  });

  it('asks for numbers that nobody knows, at once where none of the kind is known', async () => {
    const onother = vi.fn();
    const table = tableOf(view);
    const start = new Box(
      library.catalogue,
      Object.fromEntries(Object.entries(view.unseen).filter(([id]) => id.startsWith('makesail.'))),
    );
    const container = pad({ box: start, onother }, table);
    await fireEvent.click(find(container, '[data-opens="person:sailor"]'));
    expect(onother).toHaveBeenCalledWith({ kind: 'person', type: 'sailor' });
    await fireEvent.click(find(container, '[data-opens="person:merchant:red"]'));
    expect(table.asking.asked).toEqual({ kind: 'person', type: 'merchant', color: 'red' });
  });

  it('has the same persons where a table is told, and what nobody knew of them is read off there', async () => {
    const onpick = vi.fn();
    const own = {
      own: [
        {
          card: { kind: 'person' as const, type: 'pirate', cost: 6, vp: 1, swords: 2 },
          count: 2,
          instead_of: 'makesail.unknown.pirate',
        },
      ],
      missing: {},
    };
    const { container } = render(PersonPad, {
      label: 'Ada',
      box: wholeBox(library.catalogue, ['make_sail'], own),
      speech,
      onpick,
    });
    const keys = [...container.querySelectorAll<HTMLElement>('.pad > .k')].map((one) => one.dataset['opens']);
    expect(keys).toEqual([
      ...['yellow', 'blue', 'green', 'red', 'black'].map((one) => `person:merchant:${one}`),
      'person:sailor',
      'person:pirate',
      'person:passenger',
    ]);
    await fireEvent.click(find(container, '[data-opens="person:sailor"]'));
    await fireEvent.click(find(container, '[data-read="cost 3"]'));
    await fireEvent.click(find(container, '[data-read="vp 1"]'));
    expect(onpick.mock.lastCall?.[0]).toMatchObject({ type: 'sailor', cost: 3, vp: 1 });
    // Both Pirates are known by now.
    await fireEvent.click(find(container, '[data-opens="person:pirate"]'));
    expect(onpick.mock.lastCall?.[0]).toMatchObject({ type: 'pirate', cost: 6, vp: 1 });
  });

  it('reads a card off with a tap for each number, and the last one draws it', async () => {
    const ondone = vi.fn();
    const { container } = render(ReadOff, {
      kind: { kind: 'person', type: 'merchant', color: 'blue' },
      box,
      speech,
      ondone,
      onback: vi.fn(),
    });
    await fireEvent.click(find(container, '[data-read="cost 7"]'));
    expect(ondone).not.toHaveBeenCalled();
    await fireEvent.click(find(container, '[data-read="vp 2"]'));
    const card = { kind: 'person', type: 'merchant', cost: 7, vp: 2, color: 'blue' };
    expect(ondone).toHaveBeenCalledWith({ card, fresh: true });
    expect(drawnAs({ card: card as never, fresh: true })).toEqual({ card });
    expect(drawnAs({ card: card as never })).toEqual({ card, learn: true });
  });

  it('asks for the color of a Merchant that has one key for all of them', async () => {
    const ondone = vi.fn();
    const { container } = render(ReadOff, {
      kind: { kind: 'person', type: 'merchant' },
      box,
      speech,
      ondone,
      onback: vi.fn(),
    });
    for (const figure of ['color green', 'cost 7', 'vp 2'])
      await fireEvent.click(find(container, `[data-read="${figure}"]`));
    expect(ondone).toHaveBeenCalledWith({
      card: { kind: 'person', type: 'merchant', cost: 7, vp: 2, color: 'green' },
      fresh: true,
    });
  });

  it('reads a ship off too, one with a skull among them', async () => {
    const ondone = vi.fn();
    const { container } = render(ReadOff, {
      kind: { kind: 'ship', color: 'red' },
      box,
      speech,
      ondone,
      onback: vi.fn(),
    });
    await fireEvent.click(find(container, '[data-read="coins 3"]'));
    await fireEvent.click(find(container, '[data-read="swords skull"]'));
    expect(ondone).toHaveBeenCalledWith({
      card: { kind: 'ship', color: 'red', skull: true, coins: 3 },
      fresh: true,
    });
  });
});

describe('ships under Merchants', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules('en');
  });

  it('are told on the tile before they are taken: coins and the point', () => {
    const trading = fixture('sail-trade');
    const { container } = render(Water, { view: trading, speech }, around(tableOf(trading)));
    const tile = find(container, '.card.red');
    expect(find(tile, '.stays').textContent).toContain('+1');
    expect(find(tile, '.stays use').getAttribute('href')).toMatch(/#merchant$/);
    expect(find(tile, '.sr').textContent).toMatch(/1 point, under the Merchant$/);
    expect(container.querySelector('.card.blue .stays')).toBeNull();
  });

  it('are points of their own at the end, with their name and drawing', async () => {
    const items = [
      { label: 'under_merchant', vp: 2 },
      { card: { kind: 'person' as const, type: 'merchant', color: 'red', cost: 6, vp: 2 }, vp: 2 },
    ];
    expect(items.map((one) => itemName(one, speech))).toEqual(['Ships under Merchants', 'Merchant']);
    expect(items.map(itemDrawing)).toEqual(['under_merchant', 'merchant']);
    const one = { name: 'Ben', place: 1, seat: 1, vp: 4, coins: 3, expeditions: 0, items };
    const { container } = render(Rank, { one, speech, wins: true, most: 4 });
    await fireEvent.click(find(container, 'button'));
    expect(container.textContent).toMatch(/Ships under Merchants.*2/);
  });

  it('lie under their Merchant on the line of their owner, and slip there when they are taken', () => {
    const before = render(Players, { ...players, view });
    expect(before.container.querySelectorAll('[data-under="red"] .mini.red')).toHaveLength(1);
    expect(before.container.querySelectorAll('.way8 i.on')).toHaveLength(5);
    expect(before.container.textContent).toContain('1 ship kept: Frigate');
    cleanup();
    const { container } = render(Players, { ...players, view: fixture('sail-under') });
    expect(container.querySelectorAll('.due [data-under="red"] .mini.red')).toHaveLength(2);
    expect(container.querySelectorAll('.slips')).toHaveLength(1);
  });
});
