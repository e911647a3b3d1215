import { describe, expect, it } from 'vitest';

import table from '../../fixtures/views/adv-table.json';
import type { View } from '../../engine';
import { Supposition } from '../../screens/rules/supposed.svelte';

function supposed(): Supposition {
  const found = new Supposition([]);
  found.take(table as unknown as View);
  return found;
}

describe('a table of the adventure that is asked about', () => {
  it('keeps its missions, its month, its event and who everybody is', () => {
    const told = supposed().told();
    expect(told['missions']).toContainEqual({
      number: '13',
      completed_by: ['Ben', 'Cleo'],
      waiting: [],
      unpaid: [],
    });
    expect(told['month']).toMatchObject({ number: 3, left: 1 });
    expect(told['effect']).toEqual([{ when: 'trade_hire', what: 'price', count: 1, who: 'all' }]);
    expect((told['players'] as Record<string, unknown>[])[0]).toMatchObject({
      id: 'Ada',
      character: 'don_ferdinando',
      crowns: 2,
      items: ['rum'],
      markers_paid: 0,
    });
    if (process.env['TOLD']) process.stdout.write(`TOLD ${JSON.stringify(told)}\n`);
  });

  it('goes on without whoever is taken away, and asks anew what only that moment allowed', () => {
    const one = supposed();
    one.leave(1);
    const told = one.told();
    expect(told['missions']).toContainEqual({
      number: '13',
      completed_by: ['Cleo'],
      waiting: [],
      unpaid: [],
    });
    expect((told['players'] as Record<string, unknown>[]).map(({ character }) => character)).toHaveLength(2);
    expect(told).not.toHaveProperty('occasions');
    expect((told['players'] as Record<string, unknown>[])[1]).toMatchObject({
      id: 'Cleo',
      character: (table as unknown as View).players[2]?.character?.id,
    });
  });
});
