import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Entry, View } from '../../../engine';
import { render, screen, waitFor, within } from '../../../fixtures/render';
import { fixture, library } from '../../../fixtures/views';
import { knownNames } from '../../../memory/names';
import { unnamed } from '../../../parts/set-up/unnamed';
import { TableStore } from '../../../stores/table.svelte';
import { Speech } from '../../../words/speech';
import { speak, speakRules } from '../../../words/words.svelte';
import Crew from './Crew.svelte';

vi.mock('../../../memory/names', () => ({ knownNames: vi.fn() }));

const discover = fixture('discover');
const [first = 0, second = 0, ...others] = discover.order;
const name = (seat: number, view: View = discover): string => view.players[seat]?.name ?? '';
const STAY = { code: 'SEATS_STAY', rule: 'turn_order', params: {}, overridable: false };

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= () => undefined;
  Element.prototype.scrollTo ??= () => undefined;
  await speak('en');
  await speakRules();
});

beforeEach(() => {
  vi.mocked(knownNames).mockResolvedValue([]);
});

/** The sheet over a table at which cards were drawn or not; what was entered there. */
async function group(drawn: boolean, view: View = { ...discover, start_player: first }) {
  const store = new TableStore();
  store.view = view;
  const entered: Entry[] = [];
  vi.spyOn(store, 'ask').mockImplementation(async (entry) =>
    drawn && entry.type === 'seats'
      ? { kind: 'refused', detail: '', refusal: STAY }
      : { kind: 'possible', reason: 'OK', ledger: [], view },
  );
  vi.spyOn(store, 'record').mockImplementation(async (entry) => void entered.push(entry));
  const speech = new Speech(view.edition, view.players, library.editions);
  render(Crew, { store, editions: library.editions, onclose: () => undefined, view, speech });
  await waitFor(() => expect(vi.mocked(store.ask)).toHaveBeenCalled());
  await vi.waitFor(() => Promise.resolve());
  return { entered, store };
}

const keys = (label: RegExp | string) => screen.findAllByRole('button', { name: label, hidden: true });
const key = (label: RegExp | string) => screen.findByRole('button', { name: label, hidden: true });

const disabled = (one: HTMLElement) => (one as HTMLButtonElement).disabled;

describe('the group before the first card', () => {
  it('lets another one begin with one tap, and who begins does nothing', async () => {
    const { entered } = await group(false);
    (await key(`${name(first)} starts`)).click();
    (await key(`Let ${name(second)} start`)).click();
    expect(entered).toEqual([{ type: 'seats', start: second }]);
  });

  it('is seated otherwise by arrows on the handle and by its keys', async () => {
    const { entered } = await group(false);
    const handle = await key(`Move ${name(first)} with the arrow keys`);
    handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    expect(entered).toEqual([{ type: 'seats', order: [second, first, ...others] }]);
    handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    expect(entered).toHaveLength(1);
    (await key(`Move ${name(second)} with the arrow keys`)).click();
    expect(disabled(await key(`${name(second)} sits earlier`))).toBe(true);
    expect(disabled(await key(`leaves ${name(second)}`))).toBe(false);
  });

  it('shows no coins that everybody has alike, and says until when it holds', async () => {
    await group(false);
    expect(await screen.findByText('Seats and who starts can change until the first card.')).toBeTruthy();
    expect(document.querySelector('.crew .coin')).toBeNull();
  });
});

describe('the group after it', () => {
  it('has names to be put right, and one sentence why nothing else', async () => {
    await group(true);
    expect(
      await screen.findByText('A card was drawn: seats and start player stay as they are.'),
    ).toBeTruthy();
    expect(await keys(/change the name$/)).toHaveLength(discover.order.length);
    expect(screen.queryByRole('button', { name: /starts|^Let |^Move /, hidden: true })).toBeNull();
    expect(document.querySelectorAll('.crew .coin')).toHaveLength(discover.order.length);
  });
});

describe('a name', () => {
  it('is put right in one field that holds it, whatever card lies', async () => {
    const { entered } = await group(true);
    (await key(`${name(second)}: change the name`)).click();
    const field = await screen.findByRole<HTMLInputElement>('textbox', { hidden: true });
    expect(field.value).toBe(name(second));
    const done = await key(new RegExp(`${name(second)} sits here`));
    expect(disabled(done)).toBe(true);
    field.value = ` ${name(first).toLowerCase()} `;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    (await key(/sits here/)).click();
    expect(await screen.findByText('Two players have this name. Change one of them.')).toBeTruthy();
    field.value = ' Zoe ';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    (await key(/Zoe sits here/)).click();
    await waitFor(() => expect(entered).toEqual([{ type: 'rename', by: second, name: 'Zoe' }]));
  });

  it('that nobody has said is asked for where it stands, with those of earlier evenings a tap away', async () => {
    vi.mocked(knownNames).mockResolvedValue(['Zoe', name(first), unnamed(4), 'Kim']);
    const players = discover.players.map((player) =>
      player.seat === second ? { ...player, name: unnamed(2) } : player,
    );
    const { entered } = await group(true, { ...discover, players, start_player: first });
    const row = document.querySelector<HTMLElement>(`.crew [data-seat="${second}"]`) as HTMLElement;
    expect(within(row).getByText('tap to name')).toBeTruthy();
    const known = await within(row).findByRole('group', {
      name: 'Player 2: names from earlier evenings',
      hidden: true,
    });
    expect([...known.children].map(({ textContent }) => textContent)).toEqual(['Zoe', 'Kim']);
    within(known).getByText('Kim').click();
    expect(entered).toEqual([{ type: 'rename', by: second, name: 'Kim' }]);
    expect(document.querySelectorAll('.crew .known')).toHaveLength(1);
  });
});
