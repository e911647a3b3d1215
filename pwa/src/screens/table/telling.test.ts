import { describe, expect, it, vi } from 'vitest';

import type { Forecast, Template, View } from '../../engine';
import { harborOf, tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';

const CARDS = ['base.ship.black.s2.c1', 'base.ship.red.s1.c1'];
const view = fixture('discover');
const harbor = harborOf(view);
const two = { ...harbor, type: 'two', asks: [{ key: 'cards', of: 'card', count: 2 }] } as Template;
const allowing: View = { ...view, allowed: [harbor, two] };

describe('a harbor that is told', () => {
  it('takes cards until somebody says that these are all', () => {
    const { telling } = tableOf(view);
    telling.begin(harbor, view);
    CARDS.forEach((card) => telling.tell(card));
    telling.tell('base.tax.most_swords');
    telling.out(2);
    expect(telling.whole()).toEqual({
      template: harbor,
      entry: { type: 'harbor', by: view.active, cards: CARDS },
    });
    telling.leave();
    expect([telling.lies, telling.whole()]).toEqual([null, null]);
  });

  it('says how many cards would be taken, and no late answer says it of fewer', async () => {
    const { telling, store } = tableOf(view);
    const answers: ((seen: Forecast) => void)[] = [];
    vi.spyOn(store, 'ask').mockImplementation(() => new Promise((answer) => answers.push(answer)));
    const takes = (total: number): Forecast => ({ kind: 'possible', view: { takes: { total } } }) as Forecast;
    telling.begin(harbor, view);
    telling.tell(CARDS[0] ?? '');
    const gone = telling.weigh(view);
    gone?.();
    telling.tell(CARDS[1] ?? '');
    telling.weigh(view);
    answers[0]?.(takes(1));
    answers[1]?.(takes(2));
    await vi.waitFor(() => expect(telling.would).toBe(2));
    telling.leave();
    telling.weigh(view);
    expect(telling.would).toBeNull();
  });
});

describe('an entry that wants several cards', () => {
  it('is posted with the last of them', () => {
    const { telling, store } = tableOf(view);
    const record = vi.spyOn(store, 'record').mockResolvedValue();
    telling.begin(two, view);
    expect(telling.count).toEqual({ at: 0, count: 2 });
    telling.tell(CARDS[0] ?? '');
    expect(record).not.toHaveBeenCalled();
    telling.tell(CARDS[1] ?? '');
    expect(record).toHaveBeenCalledWith({ type: 'two', by: view.active, cards: CARDS });
    expect([telling.saying, telling.count]).toEqual([null, null]);
  });

  it('is there again after a reload, as long as it is allowed', () => {
    const { telling } = tableOf(allowing);
    telling.begin(two, allowing);
    telling.tell(CARDS[0] ?? '');
    telling.keep(allowing);
    telling.leave();
    telling.follow(allowing, true);
    expect(telling.saying?.cards).toEqual(CARDS.slice(0, 1));
    telling.follow(view, false);
    expect(telling.saying).toBeNull();
    telling.keep(allowing);
    telling.follow(allowing, true);
    expect(telling.saying).toBeNull();
  });
});
