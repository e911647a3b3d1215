import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Entry, Template, View } from '../../engine';
import { around, tableOf } from '../../fixtures/at-table';
import { fireEvent, render, screen } from '../../fixtures/render';
import { pretend } from '../../fixtures/toy/table';
import { fixture, library } from '../../fixtures/views';
import { passesTo } from '../../parts/table/passes';
import { Sliding } from '../../parts/touch/sliding.svelte';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { waysToTake } from './additions';
import { takers, waysAfter } from './may-take';
import WhoTakes from './WhoTakes.svelte';

/** Ben's turn: a ship with a gift, a ship, a clerk; then Cleo, Dev and Ada. */
const view = fixture('gift-trade');
const speech = new Speech(view.edition, view.players, library.editions);
const own = waysToTake(view.allowed.filter(({ type }) => type === 'take'));
const [BEN, CLEO, DEV, ADA, GIFT, SHIP] = [1, 2, 3, 0, 0, 1];

/** The table once everybody before `seat` has passed, as the engine would have it. */
function after(seat: number, given: Partial<Template> = {}): View {
  const takes = view.allowed.filter(({ type }) => type === 'take');
  return { ...view, acting: seat, allowed: takes.map((one) => ({ ...one, by: seat, coins: 1, ...given })) };
}

beforeEach(async () => {
  await speak('en');
  await speakRules();
});

describe('whose chance comes later', () => {
  it('follow in their order, each by the entry that passes everybody before', () => {
    expect([...passesTo(view).keys()]).toEqual([CLEO, DEV, ADA]);
    expect(passesTo(view).get(DEV)).toMatchObject({ by: CLEO, passing: true });
    expect(passesTo({ ...view, phase: 'discover' }).size).toBe(0);
  });

  it('take as the engine says once they have passed, by one entry; nobody says what it does not', async () => {
    const asked: Entry[] = [];
    const pass = passesTo(view).get(DEV);
    if (!pass) throw new Error('no pass');
    const ask = async (entry: Entry) => {
      asked.push(entry);
      return { ledger: [], view: after(DEV) };
    };
    expect(await waysAfter(pass, SHIP, ask)).toMatchObject([
      { type: 'take', by: DEV, harbor_index: SHIP, coins: 1, passing: true },
    ]);
    expect(asked).toEqual([{ type: 'pass', by: CLEO, passing: true }]);
    expect(await waysAfter(pass, 7, ask)).toBeNull();
    expect(await waysAfter(pass, SHIP, async () => null)).toBeNull();
  });

  it('come after the one whose chance it is; a gift is one value for each who may get it', () => {
    const seats = [BEN, CLEO, DEV, ADA];
    const waysOf = (seat: number) => (seat === BEN ? own.get(GIFT) : undefined);
    const found = takers(BEN, seats, waysOf, view, speech);
    expect(found.map(({ key, answer }) => [key, answer])).toEqual([
      ['1:0', 'Ada'],
      ['1:2', 'Cleo'],
      ['1:3', 'Dev'],
      ['2', undefined],
      ['3', undefined],
      ['0', undefined],
    ]);
    expect(found[1]?.said).toEqual({ gift_to: CLEO });
  });

  it('of several ways show theirs next, and those that cannot be are none', () => {
    const two = own.get(SHIP)?.flatMap((one) => [one, { ...one, module: 'toy' }]);
    const waysOf = (seat: number) => (seat === CLEO ? two : own.get(GIFT));
    expect(takers(BEN, [BEN, CLEO], waysOf, view, speech).at(-1)).toMatchObject({ key: '2', leads: true });
    expect(takers(CLEO, [BEN, CLEO], waysOf, view, speech).map(({ key }) => key)).toEqual([
      '2:0',
      '2:1',
      '1',
    ]);
    const not = own.get(GIFT)?.map((one) => ({ ...one, allowed: false }));
    expect(takers(BEN, [BEN], () => not, view, speech)).toMatchObject([{ key: '1', leads: false }]);
  });
});

describe('the takers of a card', () => {
  async function rise(berth: number, later: Partial<Template> = {}) {
    pretend();
    const table = tableOf(view);
    const posted: Entry[] = [];
    vi.spyOn(table.store, 'record').mockImplementation(async (entry) => void posted.push(entry));
    const ask = async ({ type, by }: Entry) => {
      const next = [...passesTo(view)].find(([, pass]) => pass.by === by)?.[0];
      return type === 'pass' && next !== undefined ? { ledger: [], view: after(next, later) } : null;
    };
    const onleave = vi.fn();
    const sliding = new Sliding();
    sliding.begin(document.body);
    const given = { view, speech, sliding, berth, ways: own.get(berth) ?? [], onleave };
    render(WhoTakes, given, around({ ...table, ask }));
    await vi.waitFor(() => expect(document.querySelector('.waits')).toBeNull());
    return { table, posted, onleave };
  }

  const key = (of: string) => {
    const found = document.querySelector(`[data-pick="${of}"]`);
    if (!found) throw new Error(`no ${of}`);
    return found;
  };

  it('are keys with what it comes to for each, and one tap enters the passes and the card', async () => {
    const { posted, onleave } = await rise(SHIP);
    expect(screen.getAllByRole('button').map((one) => one.querySelector('.sr')?.textContent)).toEqual([
      undefined,
      expect.stringMatching(/^Ben, .*gains 2/),
      expect.stringMatching(/^Cleo, .*gains 1/),
      expect.stringMatching(/^Dev, .*gains 1/),
      expect.stringMatching(/^Ada, .*gains 1/),
    ]);
    await fireEvent.click(key('3'));
    expect(posted).toMatchObject([{ type: 'take', by: DEV, harbor_index: SHIP, passing: true }]);
    expect(onleave).toHaveBeenCalledOnce();
  });

  it('give a gift away with the same tap', async () => {
    const { posted } = await rise(GIFT);
    await fireEvent.click(key('1:3'));
    expect(posted).toEqual([{ type: 'take', by: BEN, harbor_index: GIFT, gift_to: DEV }]);
  });

  it('say who gets it before somebody else takes it', async () => {
    const { posted, onleave } = await rise(GIFT);
    await fireEvent.click(key('2'));
    expect([posted, onleave.mock.calls]).toEqual([[], []]);
    await fireEvent.click(key('2:3'));
    expect(posted).toEqual([{ type: 'take', by: CLEO, harbor_index: GIFT, gift_to: DEV, passing: true }]);
  });

  it('who cannot take it are dashed, and a tap says why', async () => {
    const refusal = { code: 'NOT_ENOUGH_COINS', rule: 'hire', params: { short: 2 }, overridable: true };
    const { table, posted } = await rise(SHIP, { allowed: false, refusal } as Partial<Template>);
    expect(key('2').classList).toContain('gone');
    expect(key('2').textContent).toContain('2 coins short');
    await fireEvent.click(key('2'));
    expect(posted).toEqual([]);
    expect(table.opens.open).toMatchObject({ sheet: 'why', template: { by: CLEO, passing: true } });
  });
});
