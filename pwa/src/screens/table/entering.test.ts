import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { Entry, Template } from '../../engine';
import { tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';
import type { AtTable } from './on-table';

const HERE = new DOMRect(1, 2, 3, 4);
const SHIP = 'base.ship.black.s2.c1';
const TAX = 'base.tax.most_swords';

function made(given: Partial<Template>): Template {
  return { type: 'stop', by: 1, allowed: true, ...given } as Template;
}

let table: AtTable;
let posted: Entry[];

function sit(name: string): void {
  table = tableOf(fixture(name));
  posted = [];
  vi.spyOn(table.store, 'record').mockImplementation(async (entry) => void posted.push(entry));
}

describe('a key of the pad', () => {
  beforeEach(() => sit('discover'));

  it('draws its card for whose turn it is, and answers what was asked', () => {
    table.asking.which({ kind: 'ship', color: 'black' });
    table.entering.draw(SHIP, HERE);
    expect(posted).toEqual([{ type: 'draw', by: table.store.view?.active, card: SHIP }]);
    expect([table.asking.asked, table.underway.from]).toEqual([null, HERE]);
  });

  it('tells a card of the entry that was begun, and draws what lies apart while the harbor is told', () => {
    const harbor = made({ type: 'harbor', asks: [{ key: 'cards', of: 'card', count: 0 }] });
    table.entering.choose(harbor);
    table.entering.draw(SHIP, HERE);
    expect([table.telling.saying?.cards, posted]).toEqual([[SHIP], []]);
    table.entering.draw(TAX, HERE);
    expect(table.telling.saying?.cards).toEqual([SHIP]);
    expect(posted).toEqual([{ type: 'draw', by: table.store.view?.active, card: TAX }]);
  });

  it('asks first where another card was put back', () => {
    sit('adv-on-top');
    table.entering.draw(SHIP, HERE);
    expect(posted).toEqual([]);
    expect(table.opens.open).toMatchObject({ sheet: 'on-top', entry: { type: 'draw', card: SHIP } });
    const top = table.store.view?.on_top;
    table.entering.draw(top?.id ?? '', HERE);
    expect(posted).toMatchObject([{ type: 'draw', card: top?.id }]);
  });

  it('asks nothing about the card that was put back, also before the catalogue is here', () => {
    sit('adv-on-top');
    vi.spyOn(table.standing, 'box', 'get').mockReturnValue(null);
    const top = table.store.view?.on_top;
    table.entering.draw(top?.id ?? '', HERE);
    expect(posted).toMatchObject([{ type: 'draw', card: top?.id }]);
  });

  it('learns a card that the catalogue lacks with its draw', () => {
    table.opens.other({ kind: 'ship', color: 'black' });
    table.asking.which({ kind: 'ship', color: 'black' });
    table.entering.drawOther({ card: { kind: 'ship', color: 'black', swords: 9, coins: 9 } });
    expect(posted).toHaveLength(1);
    expect(posted[0]).toMatchObject({ type: 'draw', by: table.store.view?.active, learn: true });
    expect([table.opens.open, table.asking.asked]).toEqual([null, null]);
  });
});

describe('what a template stands for', () => {
  beforeEach(() => sit('discover'));

  it('is entered at once, and sets out from no key', () => {
    table.underway.from = HERE;
    table.entering.choose(made({}));
    expect([posted, table.underway.from]).toEqual([[{ type: 'stop', by: 1 }], null]);
  });

  it('says why not, or is begun where it asks for more', () => {
    const no = made({ allowed: false });
    table.entering.choose(no);
    expect(table.opens.open).toEqual({ sheet: 'why', template: no });
    table.entering.pick(made({ asks: [{ key: 'count', of: 'number' }] }));
    expect(table.opens.open).toBeNull();
    expect(table.telling.saying?.said).toEqual({});
    table.entering.answer({ key: '', title: '', why: '', template: no, value: 3 });
    expect(posted).toEqual([{ type: 'stop', by: 1, count: 3 }]);
  });

  it('is chosen from a sheet where there are several', () => {
    const two = [made({}), made({ by: 2 })];
    table.entering.start(two);
    expect([table.opens.open, posted]).toEqual([{ sheet: 'starts', templates: two }, []]);
    table.entering.start(two.slice(1));
    expect(posted).toEqual([{ type: 'stop', by: 2 }]);
  });

  it('goes through anyway: whatever the rules say, or with the coins that were there', () => {
    table.opens.why(made({}));
    table.entering.anyway(made({}));
    expect(table.store.record).toHaveBeenLastCalledWith({ type: 'stop', by: 1 }, true);
    table.entering.anyway(made({}), 7);
    expect(table.store.record).toHaveBeenLastCalledWith({ type: 'stop', by: 1, had: 7 });
    expect(table.opens.open).toBeNull();
  });
});

describe('an expedition', () => {
  const ways = [made({ type: 'claim_expedition', by: 1 }), made({ type: 'claim_expedition', by: 1 })];

  it('is claimed at once, or asks how it is paid for', () => {
    sit('discover');
    table.claiming.claim(ways.slice(1));
    expect(posted).toEqual([{ type: 'claim_expedition', by: 1 }]);
    table.claiming.claim(ways);
    expect(table.opens.open).toEqual({ sheet: 'pay', ways });
  });

  it('is only looked at by a phone that does not record', () => {
    sit('discover');
    table.store.members = { seat: 0, role: 'watcher', you: 'a', members: [] } as never;
    table.claiming.claim(ways.slice(1));
    expect([table.opens.open, posted]).toEqual([{ sheet: 'look', ways: ways.slice(1) }, []]);
  });
});

describe('a bust', () => {
  it('is shown until somebody goes on', () => {
    sit('bust');
    expect(table.standing.bust).toBeDefined();
    table.entering.onwards();
    expect(table.standing.bust).toBeUndefined();
  });
});
