import { describe, expect, it, vi } from 'vitest';

import type { Entry, Forecast, Template } from '../../../engine';
import { harborOf, tableOf } from '../../../fixtures/at-table';
import { fixture } from '../../../fixtures/views';

const SHIP = 'base.ship.black.s2.c1';
const view = fixture('discover');
const harbor = harborOf(view);
const refused = {
  kind: 'refused',
  refusal: { code: 'coins', params: {}, rule: 'hire' },
} as unknown as Forecast;
const fine = { kind: 'possible', view, ledger: [] } as unknown as Forecast;

function sit(seen: Forecast) {
  const table = tableOf(view);
  const posted: Entry[] = [];
  vi.spyOn(table.store, 'record').mockImplementation(async (entry) => void posted.push(entry));
  const ask = vi.spyOn(table.store, 'ask').mockResolvedValue(seen);
  return { table, posted, ask };
}

describe('all that lies there', () => {
  it('is entered, and told no more', async () => {
    const { table, posted } = sit(fine);
    table.telling.begin(harbor, view);
    table.telling.tell(SHIP);
    table.light.onall();
    await vi.waitFor(() => expect(posted).toEqual([{ type: 'harbor', by: view.active, cards: [SHIP] }]));
    expect(table.telling.saying).toBeNull();
  });

  it('stays told where it cannot be, and why is said', async () => {
    const { table, posted } = sit(refused);
    table.telling.begin(harbor, view);
    table.telling.tell(SHIP);
    table.light.onall();
    await vi.waitFor(() => expect(table.opens.open?.sheet).toBe('why'));
    expect(table.opens.open).toMatchObject({ template: { allowed: false }, said: { cards: [SHIP] } });
    expect([posted, table.telling.saying?.cards]).toEqual([[], [SHIP]]);
  });
});

describe('a card that is taken', () => {
  const take = { type: 'take_card', by: view.active, allowed: true } as Template;

  it('is asked about only where it is dear', async () => {
    const { table, posted, ask } = sit(refused);
    table.light.ontake(take, SHIP);
    await vi.waitFor(() => expect(posted).toEqual([{ type: 'take_card', by: view.active, card: SHIP }]));
    expect(ask).not.toHaveBeenCalled();
    table.light.ontake({ ...take, dear: [SHIP] }, SHIP);
    await vi.waitFor(() => expect(table.opens.open?.sheet).toBe('why'));
    expect(table.opens.open).toMatchObject({
      template: { allowed: false, card: { kind: 'ship', color: 'black' } },
      said: { card: SHIP },
    });
    expect(posted).toHaveLength(1);
  });

  it('ends the turn with how many cards lie there in the next one', () => {
    const { table, posted } = sit(fine);
    table.light.onnext({ ...take, type: 'pass' }, 3);
    expect(posted).toEqual([{ type: 'pass', by: view.active }]);
    const at = view.order.indexOf(view.active) + 1;
    const active = view.order[at % view.order.length] ?? 0;
    expect(table.lightly.counted({ ...view, active })).toBe(3);
  });
});
