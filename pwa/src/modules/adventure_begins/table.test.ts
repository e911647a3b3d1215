import { beforeAll, describe, expect, it, vi } from 'vitest';

import { classesOf } from '../../fixtures/classes';
import type { View } from '../../engine';
import { around, tableOf } from '../../fixtures/at-table';
import { cleanup, fireEvent, render } from '../../fixtures/render';
import { pretend } from '../../fixtures/toy/table';
import { fixture, library } from '../../fixtures/views';
import EventRow from './EventRow.svelte';
import EventSheet from './EventSheet.svelte';
import { goalSaid, teamLeft } from '../../parts/table/goals';
import Goals from '../../parts/modules/Goals.svelte';
import GoalSheet from '../../parts/modules/GoalSheet.svelte';
import { needSaid } from '../../parts/table/need';
import { brings, nowOrNever, nowTold } from '../../parts/modules/now';
import { mustRead, paymentTold, sums } from '../../parts/modules/rewards';
import Team from '../../parts/modules/Team.svelte';
import WhichBack from '../../parts/modules/WhichBack.svelte';
import { bringWalks } from '../../parts/modules/bring-walks.svelte';
import ReadOff from '../../parts/table/ReadOff.svelte';
import { loose, sold } from '../../screens/table/additions';
import { Box } from '../../parts/table/box';
import { cardLabel } from '../../parts/table/labels';
import { asideTemplate } from '../../parts/table/laid';
import { lookedAt } from '../../parts/table/saying';
import { strangeTax } from '../../screens/table/strange';
import Pad from '../../screens/table/Pad.svelte';
import Players from '../../parts/players/Players.svelte';
import Water from '../../screens/table/Water.svelte';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';

function find(container: ParentNode, selector: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

function first<T>(of: readonly T[] | undefined): T {
  const [one] = of ?? [];
  if (one === undefined) throw new Error('there is none');
  return one;
}

const speechOf = (view: View): Speech => new Speech(view.edition, view.players);
const boxOf = (view: View, more: Record<string, number> = {}): Box =>
  new Box(library.catalogue, { ...view.unseen, ...more }, view.box);
const idle = { onclaim: vi.fn(), onwhy: vi.fn(), ongoal: vi.fn() };

function goals(name: string, scarce = false): HTMLElement {
  const view = fixture(name);
  return render(Goals, { ...idle, view, speech: speechOf(view), scarce }).container;
}

beforeAll(async () => {
  pretend();
  await speak('en');
  await Promise.all([speakRules('en'), bringWalks()]);
});

describe('missions on the table', () => {
  it('show their numbers, the newest in brass, who has done them, and what they bring', () => {
    const container = goals('adv-table');
    const tile = find(container, '[data-goal="mission.15"]');
    expect(tile.classList).toContain('lit');
    expect(find(tile, '.mno').className).toContain('hot');
    expect(find(tile, '.gets').textContent).toBe('+21');
    expect(
      [...find(container, '[data-goal="mission.10"]').querySelectorAll('.mk')].map((one) => one.textContent),
    ).toEqual(['A', 'B']);
    expect(find(container, '[data-goal="mission.10"] .mno').className).not.toContain('hot');
  });

  it('say all of it in words, with what the first and what everybody gets', () => {
    const view = fixture('adv-table');
    const [mission] = (view.goals ?? []).filter(({ number }) => number === '15');
    expect(mission && goalSaid(mission, speechOf(view))).toBe(
      'Mission 15: 2 × Cutlasses and gives up 2 × Ares Pirates. the first gets 2 coins. everybody gets 1 Crown. Ben can complete it now',
    );
  });

  it('stay where they are though somebody has done them, as each player may do them once', () => {
    expect(goals('adv-table').querySelectorAll('.goal')).toHaveLength(5);
    cleanup();
    expect(goals('adv-table').querySelector('.goal.sum')).toBeNull();
  });

  it('that nobody has read yet are a dashed tile that says so', () => {
    const tile = find(goals('adv-unread'), '[data-goal="mission.16"]');
    expect(tile.classList).toContain('unknown');
    expect(tile.textContent).toMatch(/Mission 16: what it asks for isn’t known yet/);
    expect(tile.querySelector('.need')).toBeNull();
  });

  it('put the lit one and then the newest first where there is one line', () => {
    const ids = [...goals('adv-trade', true).querySelectorAll<HTMLElement>('[data-goal]')].map(
      (one) => one.dataset['goal'],
    );
    expect(ids[0]).toBe('mission.16');
  });

  it('show where the marker waits that has to be there twice', () => {
    expect(find(goals('adv-waits'), '[data-goal="mission.52"] .mk.w').textContent).toBe('A1');
  });

  it('have a sheet with what they take, what they free, and how far the others are', async () => {
    const view = fixture('adv-table');
    const onchoose = vi.fn();
    const { container } = render(GoalSheet, {
      goals: (view.goals ?? []).filter(({ number }) => number === '15'),
      view,
      speech: speechOf(view),
      closed: false,
      onchoose,
      onclose: vi.fn(),
    });
    expect(find(container, 'h2').textContent).toBe('Mission 15');
    expect([...container.querySelectorAll('.frees li')].map((one) => one.textContent?.trim())).toEqual([
      'Abilityopen',
      'trophyopen',
      '1 Crownnow',
      'B 3 Crownswith marker 4',
    ]);
    expect(
      [...container.querySelectorAll('.far')].map((one) => one.textContent?.replace(/\s+/g, ' ').trim()),
    ).toEqual(['AAda has 1 of 4 11 Crown', 'CCleo has 0 of 4 11 Crown']);
    expect(find(container, '[data-way="1"]').textContent).toContain('coins 4 to 6, Crowns 3 to 5, +1 point');
    await fireEvent.click(find(container, '[data-way="1"]'));
    expect(onchoose).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'complete_mission', mission: '15' }),
    );
  });

  it('say stopping and what happens without counting it', () => {
    const speech = speechOf(fixture('adv-table'));
    expect(
      needSaid(
        [
          { what: 'stopped_at', count: 4 },
          { what: 'coins', count: 5, give: true },
        ],
        speech,
      ),
    ).toBe('stops with 4 cards in the harbor and gives up 5 × coins');
    expect(needSaid([{ what: 'stopped_at', count: 1, times: 2 }], speech)).toBe(
      'stops with 1 card in the harbor (2×)',
    );
    expect(needSaid([{ what: 'tax_paid', count: 1 }], speech)).toBe('tax paid');
  });

  it('are asked now or never, by their number and with their crowns', () => {
    const view = fixture('adv-now');
    const now = nowOrNever(view);
    expect(now && nowTold(now, speechOf(view)).title).toBe('Complete Mission 33?');
    expect(now && brings(first(now.ways))).toBe('+1 crown');
    const tax = nowOrNever(fixture('adv-tax'));
    expect(tax?.ways.map(({ by }) => by)).toEqual([2, 0]);
    expect(tax && brings(first(tax.ways))).toBe('a marker');
  });
});

describe('rewards that nobody has read', () => {
  it('are said on the tile, in coral with whose they are once somebody waits', () => {
    expect(find(goals('adv-bare'), '[data-goal="mission.15"] .unread').classList).not.toContain('due');
    cleanup();
    const waits = find(goals('adv-unpaid'), '[data-goal="mission.15"]');
    expect(find(waits, '.unread').classList).toContain('due');
    expect(waits.textContent).toContain('Rewards waiting: Ben');
  });

  it('are read by a tap in each row before a mission is completed, or it is completed and they wait', async () => {
    const view = fixture('adv-bare');
    const [goal] = (view.goals ?? []).filter(({ number }) => number === '15');
    const onchoose = vi.fn();
    const ask = vi.fn().mockResolvedValue({ ledger: [], view: fixture('adv-table') });
    const { container, findByText } = render(GoalSheet, {
      goals: goal ? [goal] : [],
      view,
      speech: speechOf(view),
      closed: false,
      ask,
      onchoose,
      onclose: vi.fn(),
    });
    expect((find(container, '[data-way="1"]') as HTMLButtonElement).disabled).toBe(true);
    await fireEvent.click(find(container, '[data-first="crowns 1"]'));
    await fireEvent.click(find(container, '[data-crowns="0"]'));
    await findByText('then Ben has');
    expect(ask).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'complete_mission', rewards: { first: { crowns: 1 }, crowns: 0 } }),
    );
    await fireEvent.click(find(container, '[data-way="1"]'));
    expect(onchoose).toHaveBeenLastCalledWith(
      expect.objectContaining({ type: 'complete_mission', rewards: { first: { crowns: 1 }, crowns: 0 } }),
    );
    await fireEvent.click(find(container, '[data-later="1"]'));
    expect(onchoose.mock.lastCall?.[0]).not.toHaveProperty('rewards');
  });

  it('make no tile complete at one tap, and no chip on the water', () => {
    const view = fixture('adv-bare');
    const [goal] = (view.goals ?? []).filter(({ number }) => number === '15');
    expect(
      view.allowed
        .filter(({ about, allowed }) => allowed && about?.goal === goal?.id)
        .every((way) => mustRead(goal, way)),
    ).toBe(true);
    expect(loose(fixture('adv-owed'))).toEqual([]);
  });

  it('that wait are offered with who gets what, all of it together', () => {
    const view = fixture('adv-owed');
    expect(paymentTold(view, speechOf(view))).toEqual({ title: 'Pay Ben', why: 'Mission 15: now entered' });
    const waits = view.waits ?? [];
    expect(sums([...waits, ...waits])).toEqual([
      { seat: 1, coins: 4, prizes: [{ key: 'crowns', one: 'crown', count: 2 }], points: 2 },
    ]);
    const both = { ...view, waits: [...waits, { ...first(waits), seat: 0, coins: 0, points: 0 }] };
    expect(paymentTold(both, speechOf(view))).toEqual({
      title: 'Pay Ben and Ada',
      why: 'Ben: +2 coins, +1 Crown, +1 point; Ada: +1 Crown',
    });
  });
});

describe('the month', () => {
  it('is a box for each event, what holds now, and who turns the last card up', async () => {
    const view = fixture('adv-crew');
    const onopen = vi.fn();
    const { container } = render(EventRow, {
      countdown: first(view.countdowns),
      view,
      speech: speechOf(view),
      onopen,
    });
    expect(find(container, 'b').textContent).toBe('Month 3');
    expect([...container.querySelectorAll('.ev')].map(classesOf)).toEqual([
      'ev done',
      'ev done',
      'ev done open',
      'ev done',
      'ev now',
      'ev ahead open',
    ]);
    expect(find(container, '.now-chip').textContent).toBe('hires +1');
    expect(find(container, '.evs .mk').textContent).toBe('D');
    await fireEvent.click(find(container, '.whole'));
    expect(onopen).toHaveBeenCalled();
  });

  it('is told card by card in its sheet', () => {
    const view = fixture('adv-table');
    const { container } = render(EventSheet, {
      countdown: first(view.countdowns),
      view,
      speech: speechOf(view),
      onclose: vi.fn(),
    });
    const rows = [...container.querySelectorAll('li')].map((one) =>
      one.textContent?.replace(/\s+/g, ' ').trim(),
    );
    expect(rows[2]).toBe('Everybody: hires cost +1 this turn; Trade & Hire');
    expect(rows.at(-1)).toMatch(/Month’s End.*Ada reveals it.*A$/);
  });

  it('stands beside an odd player where two share a line, with what all need together in figures', () => {
    const view = fixture('adv-table');
    const { container } = render(EventRow, {
      countdown: first(view.countdowns),
      view,
      speech: speechOf(view),
      cell: true,
      team: teamLeft(view),
      onopen: vi.fn(),
    });
    expect(find(container, '.cell > b').textContent).toBe('Month 3');
    expect(find(container, '.now-chip').textContent).toBe('hires +1');
    expect(
      [...container.querySelectorAll('.team li')].map((one) => one.textContent?.replace(/\s+/g, ' ').trim()),
    ).toEqual(['2/3 2 of 3 missions', '4/7 4 of 7 markers', '15/18 15 of 18 points']);
    expect(container.querySelector('.evs')).toBeNull();
  });

  it('does not take a sale for cards that are put aside before the first one', () => {
    expect(asideTemplate(fixture('adv-trade'))).toBeUndefined();
  });
});

describe('players', () => {
  it('show what their markers have freed, crowns and items, and say them', () => {
    const view = fixture('adv-table');
    const { container } = render(Players, {
      view,
      speech: speechOf(view),
      lit: 1,
      frozen: false,
      onopen: vi.fn(),
      onpass: vi.fn(),
    });
    const [, ben] = container.querySelectorAll('.player');
    expect(ben?.querySelectorAll('.openings i')).toHaveLength(4);
    expect(ben?.querySelectorAll('.openings .open')).toHaveLength(2);
    expect(ben?.querySelector('.cr')?.textContent).toBe('3');
    expect(
      [...(ben?.querySelectorAll<HTMLElement>('.item') ?? [])].map((one) => one.dataset['item']),
    ).toEqual(['book_of_rituals', 'medicinal_herbs', 'bread']);
    expect(ben?.textContent).toContain(
      'Jean Blackbeard, 2 of 4 openings free, 3 Crowns, Book of Rituals, Medicinal Herbs, Bread',
    );
  });

  it('see together what they have and need, and points that have fallen are short again', () => {
    const view = fixture('adv-trade');
    const team = teamLeft(view);
    const { container } = render(Team, { team, speech: speechOf(view) });
    expect([...container.querySelectorAll('li')].map((one) => one.textContent?.trim())).toEqual([
      '2 of 4 missions',
      '4 of 7 markers',
      '18 of 18 points',
    ]);
    expect(container.querySelectorAll('.ok')).toHaveLength(1);
    cleanup();
    const fallen = render(Team, {
      team: team.map((one) => (one.what === 'points' ? { ...one, have: 17 } : one)),
      speech: speechOf(view),
    });
    expect(fallen.container.querySelectorAll('.ok')).toHaveLength(0);
  });
});

describe('ships that carry something', () => {
  it('are two buttons: the coins, or the ship for what it carries', async () => {
    const view = fixture('adv-trade');
    const table = tableOf(view);
    const ontake = vi.spyOn(table.entering, 'choose');
    const { container } = render(Water, { view, speech: speechOf(view) }, around(table));
    const halves = container.querySelectorAll<HTMLElement>('.split[data-index="0"] .half');
    expect([...halves].map((one) => one.querySelector('.keep')?.textContent ?? '')).toEqual([
      '',
      'Medicinal Herbs',
    ]);
    expect(halves[1]?.querySelector('.because')?.textContent).toBe('keep it, +1');
    await fireEvent.click(first([...halves].slice(1)));
    expect(ontake).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'take', as_item: true, harbor_index: 0 }),
    );
  });

  it('say what they carry, and crowns where they bring those', () => {
    const view = fixture('adv-crowns');
    const speech = speechOf(view);
    expect(cardLabel(first(view.harbor).card, speech)).toMatch(
      /^Ares Pirates, \d Cutlass(es)?, 1 Crown, with Book of Rituals$/,
    );
    const { container } = render(Water, { view, speech }, around(tableOf(view)));
    expect(find(container, '.split[data-index="0"] .net').textContent).toBe('+1');
  });

  it('are sold by an offer, not by a chip on the water', () => {
    const view = fixture('adv-trade');
    expect(sold(view).map(({ item }) => item)).toEqual(['bread', 'rum']);
    expect(loose(view)).toEqual([]);
  });

  it('have a key for the sixth color before any of it has been read off, and are read with what they carry', async () => {
    const view = fixture('adv-event');
    const box = boxOf(view, { 'adventure.unknown.ares': 3, 'adventure.unknown.mixed': 2 });
    expect(box.colors.at(-1)).toBe('ares');
    expect([...box.added.keys].sort()).toEqual(['innkeeper', 'lookout', 'tybuk']);
    expect(box.carried).toEqual(['bread', 'rum']);
    const ondone = vi.fn();
    const { container } = render(ReadOff, {
      kind: { kind: 'ship', color: 'ares' },
      box,
      speech: speechOf(view),
      ondone,
      onback: vi.fn(),
    });
    // Ares Pirates pay 1 coin, as the booklet says: nobody is asked.
    expect(container.querySelector('[data-read^="coins"]')).toBeNull();
    await fireEvent.click(find(container, '[data-read="swords 4"]'));
    expect(ondone).not.toHaveBeenCalled();
    await fireEvent.click(find(container, '[data-read="items medicinal_herbs"]'));
    expect(ondone).toHaveBeenCalledWith({
      card: { kind: 'ship', color: 'ares', swords: 4, coins: 1, items: ['medicinal_herbs'] },
      fresh: true,
    });
  });

  it('are asked for their cutlasses where the engine says so, and can lie there unread', async () => {
    const view = fixture('adv-event');
    const box = boxOf(view, { 'adventure.unknown.tybuk': 3, 'adventure.unknown.lookout': 5 });
    const ondone = vi.fn();
    const { container } = render(ReadOff, {
      kind: { kind: 'person', type: 'tybuk' },
      box,
      speech: speechOf(view),
      ondone,
      onback: vi.fn(),
    });
    for (const figure of ['cost 6', 'vp 2', 'swords 0'])
      await fireEvent.click(find(container, `[data-read="${figure}"]`));
    expect(ondone).toHaveBeenLastCalledWith({
      card: { kind: 'person', type: 'tybuk', cost: 6, vp: 2 },
      fresh: true,
    });
    await fireEvent.click(find(container, '[data-read="unread"]'));
    expect(ondone).toHaveBeenLastCalledWith({
      card: { kind: 'person', type: 'tybuk', cost: 0, vp: 0, unread: true },
      fresh: true,
    });
    const keys = render(ReadOff, {
      kind: { kind: 'person', type: 'lookout' },
      box,
      speech: speechOf(view),
      ondone,
      onback: vi.fn(),
    }).container;
    expect(keys.querySelector('[data-read^="swords"]')).toBeNull();
    // The expansion's own Captain is for the Ares Pirates: there is no other color to choose.
    const captain = render(ReadOff, {
      kind: { kind: 'person', type: 'captain' },
      box: boxOf(view, { 'adventure.unknown.captain': 1 }),
      speech: speechOf(view),
      ondone,
      onback: vi.fn(),
    }).container;
    for (const figure of ['cost 2', 'vp 0']) await fireEvent.click(find(captain, `[data-read="${figure}"]`));
    expect(ondone).toHaveBeenLastCalledWith({
      card: { kind: 'person', type: 'captain', cost: 2, vp: 0, color: 'ares' },
      fresh: true,
    });
  });

  it('lie among taxes that take from 16 coins on: one more to choose as long as nobody has drawn it', async () => {
    const view = fixture('adv-event');
    const box = boxOf(view, { 'adventure.unknown.mixed': 2 });
    expect(strangeTax(box)?.threshold).toBe(16);
    expect(strangeTax(boxOf(view))).toBeUndefined();
    const ondraw = vi.fn();
    const table = tableOf(view);
    table.asking.which({ kind: 'tax' });
    const { container } = render(Pad, { view, box, speech: speechOf(view), ondraw }, around(table));
    await fireEvent.click(find(container, '[data-pick="strange"]'));
    expect(ondraw.mock.calls[0]?.[0]).toEqual({
      kind: 'tax',
      bonus: 'fewest_vp',
      threshold: 16,
      bonus_coins: 2,
    });
  });

  it('are asked for where only one number of a color is left and ships with bread may still come', async () => {
    const view = fixture('adv-event');
    const last = Object.fromEntries(
      Object.entries(view.unseen).map(([id, left]) => [
        id,
        id.startsWith('base.ship.green') ? Number(id === 'base.ship.green.s5.c3') : left,
      ]),
    );
    const ondraw = vi.fn();
    const table = tableOf(view);
    const pad = (mixed: number): HTMLElement => {
      const box = boxOf({ ...view, unseen: last }, { 'adventure.unknown.mixed': mixed });
      return render(Pad, { view, box, speech: speechOf(view), ondraw }, around(table)).container;
    };
    await fireEvent.click(find(pad(3), '[data-opens="ship:green"]'));
    expect(ondraw).not.toHaveBeenCalled();
    expect(table.asking.asked).toEqual({ kind: 'ship', color: 'green' });
    table.asking.close();
    await fireEvent.click(find(pad(0), '[data-opens="ship:green"]'));
    expect(ondraw.mock.calls[0]?.[0]).toBe('base.ship.green.s5.c3');
  });
});

describe('a Lookout', () => {
  it('asks which of the three cards goes back, with what it would do', async () => {
    const view = fixture('adv-lookout');
    const template = first(view.allowed.filter(({ type }) => type === 'use_lookout'));
    const saying = {
      template,
      said: { cards: ['base.ship.blue.s1.c1', 'base.person.governor.v0.p8', 'base.ship.black.s2.c1'] },
      cards: [],
    };
    const cards = lookedAt(saying, boxOf(view));
    expect(cards).toHaveLength(3);
    expect(lookedAt({ ...saying, said: {} }, boxOf(view))).toBeNull();
    const onpick = vi.fn();
    const ask = vi
      .fn()
      .mockResolvedValueOnce({ ledger: [{ why: 'bust', rule: 'bust' }], view })
      .mockResolvedValue({ ledger: [], view });
    const { container, findByText } = render(WhichBack, {
      cards: cards ?? [],
      view,
      speech: speechOf(view),
      busy: false,
      ask,
      onpick,
      onback: vi.fn(),
    });
    await findByText('a second one: bust');
    await findByText('joins the harbor');
    await fireEvent.click(find(container, '[data-keep="2"]'));
    expect(onpick).toHaveBeenCalledWith(2);
  });
});

it('tells a mission that brings no coins without them', () => {
  const speech = speechOf(fixture('adv-now'));
  const line = { why: 'mission', rule: 'missions', seat: 1, params: { mission: '33', nth: 3 } };
  expect(speech.title(line)).toBe('Ben completes Mission 33');
  expect(speech.title({ ...line, coins: 2 })).toBe('Ben +2: Mission 33');
});

it('speaks German too', async () => {
  await speak('de');
  await speakRules('de');
  const view = fixture('adv-table');
  const [mission] = (view.goals ?? []).filter(({ number }) => number === '15');
  expect(mission && goalSaid(mission, speechOf(view))).toMatch(
    /^Mission 15: .*Ares.*\. wer zuerst kommt, bekommt 2 Münzen\. alle bekommen 1 Krone\. /,
  );
});
