import { push } from 'svelte-spa-router';
import { describe, expect, it, vi } from 'vitest';

import { Opens } from './opens.svelte';

vi.mock('svelte-spa-router', () => ({ push: vi.fn() }));

describe('where a tap leads', () => {
  it('is a sheet over the table, until it is closed', () => {
    const opens = new Opens('T');
    opens.account(2);
    expect(opens.open).toEqual({ sheet: 'account', seat: 2 });
    opens.close();
    expect(opens.open).toBeNull();
  });

  it('is beside the keys where that can stand there, else a screen of its own', () => {
    const opens = new Opens('T');
    const turn = vi.fn(() => true);
    opens.menu();
    opens.beside = { turn };
    opens.log();
    expect([turn.mock.lastCall, opens.open]).toEqual([['#/table/T/log'], null]);
    expect(push).not.toHaveBeenCalled();
    turn.mockReturnValue(false);
    opens.look('count');
    expect(push).toHaveBeenLastCalledWith('/table/T/count');
    opens.learn('mission', 'a b');
    expect(push).toHaveBeenLastCalledWith('/table/T/learn/mission/a%20b');
  });
});
