import axe from 'axe-core';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { classesOf } from '../../fixtures/classes';
import { useEngine } from '../../engine';
import { cleanup, fireEvent } from '../../fixtures/render';
import { toyTable } from '../../fixtures/toy/table';

function find(container: HTMLElement, selector: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function answers(container: HTMLElement): string[] {
  return [...container.querySelectorAll('[data-question] [data-answer] > span > b')].map(
    (one) => one.textContent ?? '',
  );
}

const posted = (entries: unknown[], entry: object): Promise<void> =>
  vi.waitFor(() => expect(entries).toEqual([entry]));

// A whole table is drawn each time.
vi.setConfig({ testTimeout: 60_000 });

describe('a table with a module that the phone knows nothing of', () => {
  afterEach(() => {
    cleanup();
    useEngine(null);
  });

  it('shows its goals with the expeditions, and a tap on the lit one posts its one entry', async () => {
    const { container, entries } = await toyTable('toy-goals');
    expect(container.querySelectorAll('.goals .goal')).toHaveLength(6);
    expect(container.querySelector('.row-exp')).toBeNull();
    await fireEvent.click(find(container, '[data-goal="toy.guard"]'));
    await posted(entries, { type: 'toy_claim', by: 1 });
  });

  it('opens a goal that nobody can complete, and says what it needs and how far each is', async () => {
    const { container, entries } = await toyTable('toy-goals');
    await fireEvent.click(find(container, '[data-goal="toy.fleet"]'));
    const sheet = find(document.body, 'dialog');
    expect(sheet.textContent).toContain('Great Fleet');
    expect(sheet.textContent).toContain('2 of 3');
    expect(entries).toEqual([]);
  });

  it('asks in the pad’s place what has to be answered, and posts the answer', async () => {
    const { container, entries } = await toyTable('toy-now');
    expect(container.querySelector('.pad')).toBeNull();
    expect(find(container, '.strip h1').textContent).toBe('Cleo and Dev: now or never');
    expect(find(container, '.ledger .said b').textContent).toBe('Who completes Tax Inspector?');
    expect(answers(container)).toEqual(['Cleo completes it', 'Dev completes it', 'Neither']);
    await fireEvent.click(find(container, '[data-answer="1"]'));
    await posted(entries, { type: 'toy_now', by: 3 });
  });

  it('starts an entry by a chip with the words of its module, asks for what it asks, and posts both', async () => {
    const { container, entries } = await toyTable('toy-give');
    const chip = find(container, '.takes .chip');
    expect(chip.textContent).toBe('Give a coin away');
    await fireEvent.click(chip);
    expect(answers(container)).toEqual(['Cleo', 'Dev', 'Ada']);
    await fireEvent.click(find(container, '[data-answer="3"]'));
    await posted(entries, { type: 'toy_give', by: 1, to: 3 });
  });

  it('asks for words of one’s own where there are none to choose from, no longer than the engine takes', async () => {
    const { container, entries } = await toyTable('toy-log');
    await fireEvent.click(find(container, '.takes .chip'));
    const field = find(container, '[data-question] input') as HTMLInputElement;
    expect([field.getAttribute('aria-label'), field.maxLength]).toEqual(['What goes into the log book?', 30]);
    const enter = find(container, '[data-answer="word"]') as HTMLButtonElement;
    await fireEvent.input(field, { target: { value: '   ' } });
    expect(enter.disabled).toBe(true);
    await fireEvent.input(field, { target: { value: ' Fair wind ' } });
    await fireEvent.submit(find(container, '[data-question] form'));
    await posted(entries, { type: 'toy_log', by: 1, line: 'Fair wind' });
  });

  it('shows whose answer it is, and nobody’s marker where nobody is meant', async () => {
    const { container } = await toyTable('toy-now');
    expect(
      [0, 1, 2].map((at) => find(container, `[data-answer="${at}"]`).querySelector('.mk')?.textContent),
    ).toEqual(['C', 'D', undefined]);
  });

  it('splits the tile of a card that can be taken in two ways, and each half is one tap', async () => {
    const { container, entries } = await toyTable('toy-split');
    const ships = [...container.querySelectorAll<HTMLElement>('.cards.trade .berth-in')].filter((one) =>
      one.querySelector('.split'),
    );
    expect(ships.length).toBeGreaterThan(1);
    expect(container.querySelectorAll('.cards.trade button.card').length).toBeGreaterThan(0);
    for (const ship of ships) {
      expect(
        [...ship.querySelectorAll('.half')].map((half) => half.querySelector('.keep')?.textContent),
      ).toEqual([undefined, 'Stow it']);
    }
    // No chip on the water for what its tile says.
    expect(container.querySelector('.takes .chip')).toBeNull();
    const [plain, stow] = [...(ships[0]?.querySelectorAll<HTMLElement>('.half') ?? [])];
    if (!plain || !stow) throw new Error('not split');
    expect(stow.querySelector('.sr')?.textContent).toMatch(/Stow it, .*1 point/);
    const index = Number(ships[0]?.dataset['berth']);
    await fireEvent.click(stow);
    await posted(entries, { type: 'take', by: 1, harbor_index: index, stow: true });
  });

  it('leaves an entry that was begun, and the pad is there again', async () => {
    const { container, entries } = await toyTable('toy-give');
    await fireEvent.click(find(container, '.takes .chip'));
    await fireEvent.click(find(container, '[data-question] .last button'));
    expect(container.querySelector('.pad')).not.toBeNull();
    expect(entries).toEqual([]);
  });

  it('offers a choice where several things may be started, and asks one thing after the other', async () => {
    const { container, entries } = await toyTable('toy-wager');
    await fireEvent.click(find(container, '.takes .chip'));
    const [, wager] = [...document.body.querySelectorAll<HTMLElement>('dialog .acts .a')];
    if (!wager) throw new Error('nothing to start');
    await fireEvent.click(wager);
    for (let count = 0; count < 2; count += 1)
      await fireEvent.click(find(container, '.howmany button:last-child'));
    await fireEvent.click(find(container, '[data-answer="number"]'));
    expect(answers(container)).toEqual(['Aloud', 'Quietly']);
    await fireEvent.click(find(container, '[data-answer="false"]'));
    await posted(entries, { type: 'toy_wager', by: 1, stake: 2, loud: false });
  });

  it('offers what may be left in the ledger’s place, and the pad stays', async () => {
    const { container, entries } = await toyTable('toy-aside');
    expect(container.querySelector('.pad')).not.toBeNull();
    const offer = find(container, '.ledger .offer');
    expect(offer.textContent).toContain('Lay it aside');
    await fireEvent.click(offer);
    await posted(entries, { type: 'toy_aside', by: 1 });
  });

  it.each(['toy-all', 'toy-many', 'toy-now'])(
    'has a name for everything that can be tapped, and nothing that a screen reader stumbles over, %s',
    async (name) => {
      const { container } = await toyTable(name);
      // There is no page around it, and colours are looked at in a browser.
      const rules = { 'color-contrast': { enabled: false }, region: { enabled: false } };
      const { violations } = await axe.run(container, { rules });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
    },
  );

  it('says on a player’s line what lies there and how far he is, and above the water how many turns are left', async () => {
    const { container } = await toyTable('toy-lines');
    const line = [...container.querySelectorAll('.player .rest')].find(
      (one) => one.querySelector('.name')?.textContent === 'Ben',
    );
    expect(line?.querySelector('.sr')?.textContent).toContain('2 × Bread, points: 7 of 8');
    expect(line?.querySelectorAll('.way8 i.on')).toHaveLength(7);
    expect(line?.querySelector('[data-badge]')?.textContent).toBe('2');
    expect(find(container, '.tide').textContent).toContain('9turns left, of 20 at first');
    expect(container.querySelectorAll('.tide .mk')).toHaveLength(9);
    expect([...container.querySelectorAll('.team li')].map(classesOf)).toEqual(['ok', '', '']);
  });
});

describe('the keys of a table', () => {
  afterEach(() => {
    cleanup();
    useEngine(null);
  });

  const keys = (container: HTMLElement): string[] =>
    [...container.querySelectorAll<HTMLElement>('.pad > .k')].map((key) => key.dataset['opens'] ?? 'stop');
  const own = [
    'sailor',
    'trader',
    'settler',
    'captain',
    'priest',
    'pirate',
    'mademoiselle',
    'jester',
    'admiral',
    'governor',
    'jack',
  ].map((type) => `person:${type}`);

  it.each([
    ['toy-goals', []],
    ['toy-keys-1', ['person:toy_person']],
    ['toy-keys-2', ['person:toy_person', 'person:toy_two']],
    ['toy-keys-3', ['person:toy_person', 'person:toy_two', 'person:toy_three']],
    ['toy-keys-5', ['person:toy_person', 'person:toy_two', 'more:']],
  ])('keep their order whatever a module adds, %s', async (name, added) => {
    const { container } = await toyTable(name);
    const all = keys(container);
    expect(all.filter((key) => !(added as string[]).includes(key)).slice(5, 16)).toEqual(own);
    expect(all.filter((key) => (added as string[]).includes(key))).toEqual(added);
    expect(all.at(-1)).toBe('stop');
    expect(container.querySelector('.pad')?.classList.contains('six')).toBe(added.length > 0);
    // Above the last row, what is added stands at the right end.
    if (added.length > 1) expect([all[10], all[16]]).toEqual(added.slice(0, 2));
  });

  it.each([
    ['toy-sixth', 0],
    ['toy-sixth-1', 1],
    ['toy-sixth-3', 3],
  ])(
    'have a ship more at the right end of the first row where a module brings a color, %s',
    async (name, added) => {
      const { container, entries } = await toyTable(name);
      const all = keys(container);
      expect(all.slice(0, 6)).toEqual(
        ['yellow', 'blue', 'green', 'red', 'black', 'toy_violet'].map((color) => `ship:${color}`),
      );
      expect(all.filter((key) => own.includes(key))).toEqual(own);
      expect(all).toHaveLength(20 + added);
      const pad = find(container, '.pad');
      expect([pad.classList.contains('sail'), pad.classList.contains('none')]).toEqual([true, added === 0]);
      const sail = find(container, '[data-opens="ship:toy_violet"]');
      expect(sail.textContent).toContain('Xebec');
      expect(sail.querySelector('use')?.getAttribute('href')).toMatch(/#ship-sixth$/);
      expect(find(container, '.berths .card.toy_violet use').getAttribute('href')).toMatch(/#ship-sixth$/);
      await fireEvent.click(sail);
      await fireEvent.click(find(container, '[data-pick="toy.ship.s5.c2"]'));
      await posted(entries, { type: 'draw', by: 1, card: 'toy.ship.s5.c2' });
    },
  );

  it('share a shelf where there are more kinds than places: two taps a card', async () => {
    const { container, entries } = await toyTable('toy-keys-5');
    await fireEvent.click(find(container, '[data-opens="more:"]'));
    const lying = [...container.querySelectorAll<HTMLElement>('.pairs.shelf [data-pick]')].map(
      (one) => one.dataset['pick'],
    );
    expect(lying).toEqual([
      'toy_three.4',
      'toy_three.6',
      'toy_four.4',
      'toy_four.6',
      'toy_five.4',
      'toy_five.6',
    ]);
    await fireEvent.click(find(container, '[data-pick="toy_four.6"]'));
    await posted(entries, { type: 'draw', by: 1, card: 'toy_four.6' });
  });
});
