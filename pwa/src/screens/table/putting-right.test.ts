import { afterEach, describe, expect, it, vi } from 'vitest';

import { useEngine } from '../../engine';
import type { Correction } from '../../engine';
import { tableOf } from '../../fixtures/at-table';
import { FixtureEngine } from '../../fixtures/engine';
import { fixture, library } from '../../fixtures/views';

const undo: Correction = { type: 'undo', count: 1 };

function seen(kept: number) {
  const view = fixture('discover');
  const table = tableOf(view);
  const forecast = { kind: 'possible', view, ledger: [], consequences: { kept_count: kept } };
  useEngine(Object.assign(new FixtureEngine(view, library), { dryRun: async () => forecast }));
  table.store.key = { code: 'T', token: 'x' };
  const correct = vi.spyOn(table.store, 'correct').mockResolvedValue();
  const record = vi.spyOn(table.store, 'record').mockResolvedValue();
  return { table, correct, record, forecast };
}

describe('putting right', () => {
  afterEach(() => useEngine(null));

  it('is done at once where nothing after it is marked', async () => {
    const { table, correct } = seen(0);
    table.opens.not(2);
    table.underway.from = new DOMRect();
    await table.right.weigh(undo, 'said');
    expect(correct).toHaveBeenCalledWith(undo);
    expect([table.opens.open, table.underway.from]).toEqual([null, null]);
  });

  it('says first what it changes where something is', async () => {
    const { table, correct, forecast } = seen(1);
    await table.right.weigh(undo, 'said');
    expect(correct).not.toHaveBeenCalled();
    expect(table.opens.open).toEqual({ sheet: 'weighed', correction: undo, said: 'said', forecast });
  });

  it('counts what lies there, and mends by an entry or a correction', () => {
    const { table, correct, record } = seen(0);
    table.opens.check();
    table.right.count({ coins: { 1: 4 } });
    expect(record).toHaveBeenLastCalledWith({ type: 'count', coins: { 1: 4 } });
    expect(table.opens.open).toBeNull();
    table.right.mend({ entry: { type: 'count', coins: { 1: 5 } }, override: true } as never);
    expect(record).toHaveBeenLastCalledWith({ type: 'count', coins: { 1: 5 } }, true);
    table.right.mend({ correction: undo } as never);
    expect(correct).toHaveBeenLastCalledWith(undo);
  });
});
