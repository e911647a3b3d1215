import { beforeAll, describe, expect, it } from 'vitest';

import type { Template, Writing } from '../../engine';
import { tableOf } from '../../fixtures/at-table';
import { fixture } from '../../fixtures/views';
import { speak, speakRules } from '../../words/words.svelte';

const draw = { id: '1', entry: { type: 'draw' } } as Writing;

const two = { type: 'two', by: 0, allowed: true, asks: [{ key: 'cards', of: 'card', count: 2 }] } as Template;

beforeAll(async () => {
  await speak('en');
  await speakRules();
});

describe('how the table stands', () => {
  it('is busy with what has to be waited for, and draws may follow each other', () => {
    const { standing, store } = tableOf(fixture('discover'));
    store.waiting = [draw];
    expect([standing.busy, standing.repairs]).toEqual([false, true]);
    store.waiting = [draw, { id: '2', entry: { type: 'stop' } } as Writing];
    expect([standing.busy, standing.repairs]).toEqual([true, false]);
  });

  it('counts no card among those to come that was told already', () => {
    const { standing, telling } = tableOf(fixture('discover'));
    const gone = Object.entries(fixture('discover').unseen).find(([, left]) => left === 1)?.[0] ?? '';
    expect(standing.box?.printedAs(gone)?.out).toBe(1);
    telling.begin(two, null);
    telling.tell(gone);
    expect(standing.box?.printedAs(gone)?.out).toBe(0);
    expect(standing.told.map(({ id }) => id)).toEqual([gone]);
  });

  it('says whose turn it is, and of a bust whose it was', () => {
    const { standing } = tableOf(fixture('bust'));
    const [name] = standing.headline;
    expect(name).toBe(fixture('bust').players[standing.bust?.seat ?? -1]?.name);
    standing.see();
    expect(standing.headline[0]).toBe(fixture('bust').players[fixture('bust').acting]?.name);
  });
});
