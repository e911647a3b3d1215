import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { View } from '../../engine';
import { around, tableOf } from '../../fixtures/at-table';
import { fireEvent, render } from '../../fixtures/render';
import { pretend, speakToy } from '../../fixtures/toy/table';
import { fixture } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import ExpeditionRow from './ExpeditionRow.svelte';
import ExpeditionsSheet from './sheets/ExpeditionsSheet.svelte';

/** Four expeditions lie there; the claims of the fixture are for one of them, or for none. */
function four(claimable: boolean): View {
  const view = fixture('expedition');
  const [first] = view.expeditions;
  const open = view.allowed.find((one) => one.type === 'claim_expedition' && one.allowed);
  if (!first || !open) throw new Error('no expedition to claim');
  const known = view.expeditions.find(({ index }) => index === open.expedition_index) ?? first;
  const lies = [0, 1, 2, 3].map((index) => ({ ...known, index }));
  const rest = view.allowed.filter(({ type }) => type !== 'claim_expedition');
  return {
    ...view,
    expeditions: lies,
    allowed: claimable ? [...rest, { ...open, expedition_index: 2 }] : rest,
  };
}

function row(view: View, celled = true): { keys: HTMLElement[]; onall: () => void; onclaim: () => void } {
  const [onall, onclaim] = [vi.fn(), vi.fn()];
  const { container } = render(ExpeditionRow, {
    view,
    speech: new Speech(view.edition, view.players),
    closed: '',
    celled,
    onall,
    onclaim,
    onwhy: vi.fn(),
    onabout: vi.fn(),
  });
  return { keys: [...container.querySelectorAll<HTMLElement>('.row-exp button')], onall, onclaim };
}

beforeEach(async () => {
  pretend();
  await speakToy();
});

describe('four expeditions in the cell beside an odd player', () => {
  it('are one: that which can be claimed, and how many lie there; a tap shows them all', async () => {
    const { keys, onall, onclaim } = row(four(true));
    expect(keys).toHaveLength(1);
    expect(keys[0]?.textContent).toContain('1 of 4');
    await fireEvent.click(keys[0] as HTMLElement);
    expect(onall).toHaveBeenCalledOnce();
    expect(onclaim).not.toHaveBeenCalled();
  });

  it('slide, all of them, where none can be claimed', () => {
    expect(row(four(false)).keys).toHaveLength(4);
  });

  it('lie side by side where they have a line of their own', () => {
    expect(row(four(true), false).keys).toHaveLength(4);
  });

  it('all lie on the sheet, where a tap claims the one that is lit', async () => {
    const view = four(true);
    const table = tableOf(view);
    const claimed = vi.spyOn(table.claiming, 'claim').mockImplementation(() => undefined);
    const given = { view, speech: new Speech(view.edition, view.players) };
    const { container } = render(ExpeditionsSheet, given, around(table));
    const keys = [...container.querySelectorAll<HTMLElement>('[data-expedition]')];
    expect(keys.map((one) => one.classList.contains('lit'))).toEqual([false, false, true, false]);
    await fireEvent.click(keys[2] as HTMLElement);
    expect(claimed).toHaveBeenCalledExactlyOnceWith([
      expect.objectContaining({ type: 'claim_expedition', expedition_index: 2 }),
    ]);
  });
});
