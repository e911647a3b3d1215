import { beforeAll, describe, expect, it } from 'vitest';

import type { View } from '../../engine';
import { tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { Offers } from './offers.svelte';
import { toldAtQuay } from './told-at-quay';

function sit(view: View) {
  const table = tableOf(view);
  const speech = new Speech(view.edition, view.players);
  const offers = new Offers({ view, speech }, table);
  return { table, offers, told: () => toldAtQuay(table, offers, view, speech) };
}

beforeAll(async () => {
  await speak('en');
  await speakRules();
});

describe('the ledger', () => {
  it('says what has happened, and offers nothing where nothing is to be had', () => {
    const { offers, told } = sit(fixture('discover'));
    expect([offers.offered, offers.back]).toEqual([null, null]);
    expect(told().title).not.toBe('');
  });

  it('offers to repel, and no more while a card is asked about', () => {
    const { table, offers, told } = sit(fixture('repel'));
    expect(offers.offered).toBe('repel');
    table.asking.which({ kind: 'ship', color: 'black' });
    expect(offers.offered).toBeNull();
    expect(told().title).toContain('Which');
    offers.back?.();
    expect([table.asking.asked, offers.offered]).toEqual([null, 'repel']);
  });

  it('says how many swords a ship has that is repelled or let in', () => {
    const { offers, told } = sit(fixture('repel-or-bust'));
    expect(offers.decides?.repel.type).toBe('repel');
    expect(offers.offered).toBeNull();
    expect(told().title).toMatch(/swords?/);
  });

  it('offers the card that was put back', () => {
    expect(sit(fixture('adv-on-top')).offers.offered).toBe('on-top');
  });

  it('offers what may be sold, and what waits to be paid before it', () => {
    expect(sit(fixture('adv-trade')).offers.offered).toBe('sells');
    expect(sit(fixture('adv-owed')).offers.offered).toBe('pays');
  });

  it('names the ship of a bust, until it has been looked at', () => {
    const { table, told } = sit(fixture('bust'));
    const { title } = told();
    expect(title).not.toBe('');
    table.standing.see();
    expect(told().title).not.toBe(title);
  });

  it('says how many are told of how many', () => {
    const view = fixture('gambler');
    const { table, offers, told } = sit(view);
    const [template] = view.allowed.filter(({ asks }) =>
      asks?.some(({ of, count }) => of === 'card' && count),
    );
    if (!template) throw new Error('nothing is told card by card');
    table.telling.begin(template, view);
    expect(told().title).toContain(`${table.telling.count?.count ?? ''}`);
    offers.back?.();
    expect(table.telling.saying).toBeNull();
  });
});
