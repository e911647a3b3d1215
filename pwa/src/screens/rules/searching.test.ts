import { describe, expect, it } from 'vitest';

import { NoAnswer } from '../../engine';
import type { Found, RulesDesk } from '../../engine/rules-desk';
import { Searching } from './searching.svelte';

/** A desk whose answers come when the test says so. */
function slowDesk() {
  const waiting = new Map<string, { resolve: (found: Found) => void; reject: (error: Error) => void }>();
  const desk = {
    search: (query: string) =>
      new Promise<Found>((resolve, reject) => waiting.set(query, { resolve, reject })),
  } as unknown as RulesDesk;
  const answer = (query: string) => waiting.get(query)?.resolve(foundFor(query));
  return { desk, waiting, answer };
}

const foundFor = (query: string): Found => ({
  results: [],
  nothing_fits: true,
  now: false,
  asks_back: false,
  language: query,
  mends: null,
  pages: [],
});
const english = { language: 'en' };

describe('searching while somebody types', () => {
  it('never lets an older answer take the place of a newer one', async () => {
    const { desk, answer } = slowDesk();
    const searching = new Searching(desk);
    const first = searching.ask('adm', english);
    const second = searching.ask('admiral', english);
    answer('admiral');
    await second;
    answer('adm');
    await first;
    expect(searching.found?.language).toBe('admiral');
  });

  it('shows what has come so far while newer answers are on their way', async () => {
    const { desk, answer } = slowDesk();
    const searching = new Searching(desk);
    const first = searching.ask('adm', english);
    void searching.ask('admiral', english);
    answer('adm');
    await first;
    expect(searching.found?.language).toBe('adm');
  });

  it('forgets a late answer once the field is empty', async () => {
    const { desk, answer } = slowDesk();
    const searching = new Searching(desk);
    const first = searching.ask('admiral', english);
    await searching.ask('  ', english);
    answer('admiral');
    await first;
    expect(searching.found).toBeNull();
  });

  it('says that nobody could answer, until somebody does', async () => {
    const { desk, waiting, answer } = slowDesk();
    const searching = new Searching(desk);
    const lost = searching.ask('a', english);
    waiting.get('a')?.reject(new NoAnswer('no network'));
    await lost;
    expect(searching.silent).toBe(true);
    const back = searching.ask('ab', english);
    answer('ab');
    await back;
    expect(searching.silent).toBe(false);
  });

  it('cuts what no search would read', async () => {
    let asked = '';
    const desk = {
      search: (query: string) => {
        asked = query;
        return Promise.resolve(foundFor(''));
      },
    } as unknown as RulesDesk;
    await new Searching(desk).ask('x'.repeat(10_000), english);
    expect(asked).toHaveLength(400);
  });
});
