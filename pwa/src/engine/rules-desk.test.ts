// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import { beforeAll, describe, expect, it } from 'vitest';

import { DESK, sourceFiles } from '../../engine-bundle/sources.ts';
import { pythonRules } from '../fixtures/rules';
import { NoAnswer, Rejected } from './engine';
import { LocalEngine } from './local/local';
import { LocalDesk, NearestDesk } from './rules-desk';
import type { RulesDesk } from './rules-desk';

const english = { edition: 'pegasus', modules: ['base'], language: 'en' };
const key = { code: 'T', token: 'secret' };

function desk(name: string, fails?: Error): RulesDesk {
  const answer = () => (fails ? Promise.reject(fails) : Promise.resolve({ name }));
  return {
    search: answer,
    question: answer,
    questions: answer,
    atTable: answer,
    ruling: answer,
    editions: answer,
  } as unknown as RulesDesk;
}

const engineThat = (kind: string, able: boolean) => ({
  status: { kind },
  ready: () => Promise.resolve(able),
});

describe('who answers', () => {
  it('is the phone as soon as its engine is ready', async () => {
    const nearest = new NearestDesk(desk('phone'), desk('server'), engineThat('ready', true));
    expect(await nearest.search('admiral', english)).toEqual({ name: 'phone' });
  });

  it('is the server while the engine is loading', async () => {
    const nearest = new NearestDesk(desk('phone'), desk('server'), engineThat('loading', true));
    expect(await nearest.search('admiral', english)).toEqual({ name: 'server' });
  });

  it("is the server where the files of the phone's desk have not come", async () => {
    const missing = desk('phone', new Error('no desk'));
    const nearest = new NearestDesk(missing, desk('server'), engineThat('ready', true));
    expect(await nearest.search('admiral', english)).toEqual({ name: 'server' });
  });

  it('is the phone, waited for, where there is no network', async () => {
    const nearest = new NearestDesk(
      desk('phone'),
      desk('server', new NoAnswer('')),
      engineThat('loading', true),
    );
    expect(await nearest.search('admiral', english)).toEqual({ name: 'phone' });
  });

  it('is nobody where there is neither', async () => {
    const nearest = new NearestDesk(
      desk('phone'),
      desk('server', new NoAnswer('')),
      engineThat('impossible', false),
    );
    await expect(nearest.search('admiral', english)).rejects.toBeInstanceOf(NoAnswer);
  });

  it('is the server for a table that the phone does not hold', async () => {
    const unknown = new Rejected(422, 'malformed', '', { field: 'code' });
    const nearest = new NearestDesk(desk('phone', unknown), desk('server'), engineThat('ready', true));
    expect(await nearest.atTable(key, 'tax-how')).toEqual({ name: 'server' });
  });
});

describe('a question asked at a table', () => {
  const asked: unknown[] = [];
  const answers = (fails?: Error): RulesDesk =>
    ({
      search: (_: string, asking: { table?: unknown }) => {
        asked.push(asking);
        return fails ? Promise.reject(fails) : Promise.resolve({ results: [], now: 'table' in asking });
      },
    }) as unknown as RulesDesk;
  const there = { ...english, table: key };

  it('is answered as it stands there, by the phone or the server', async () => {
    const nearest = new NearestDesk(
      answers(new Rejected(422, 'malformed', '', { field: 'code' })),
      answers(),
      engineThat('ready', true),
    );
    expect((await nearest.search('may I stop now', there)).now).toBe(true);
    expect(asked.at(-1)).toEqual(there);
  });

  it('is answered for its box where neither holds it', async () => {
    const lost = new NearestDesk(
      {
        ...answers(),
        search: (_: string, asking: { table?: unknown }) =>
          asking.table
            ? Promise.reject(new Rejected(422, 'malformed', '', { field: 'code' }))
            : Promise.resolve({ results: [], now: false }),
      } as unknown as RulesDesk,
      answers(new NoAnswer('')),
      engineThat('ready', true),
    );
    expect((await lost.search('may I stop now', there)).now).toBe(false);
  });
});

describe("the phone's own desk", () => {
  let local: LocalEngine;
  beforeAll(async () => {
    local = new LocalEngine((await pythonRules())(), () => 'T');
    await new LocalDesk(local).search('', english);
  }, 120_000);

  it('finds, opens, lists and applies questions', async () => {
    const own = new LocalDesk(local);
    const found = await own.search('does the admiral pay if i take nothing', english);
    expect(found.results[0]?.id).toBe('admiral-nothing');
    expect((await own.question('tax-how', english))?.related[0]?.question).toMatch(/\?$/);
    expect(await own.question('no-such', english)).toBeNull();
    // It lies in a module's folder, which this archive has besides the engine's.
    expect((await own.question('gambler-what', english))?.topic).toBe('gambler');
    expect((await own.questions({ explains: 'repel_swords' }, english))[0]?.id).toBe('repel-how');
    expect((await own.pages(english)).map(({ id }) => id)).toContain('person-admiral');
    expect((await own.page('turn', english))?.sections[0]?.title).toBe('Discover');
    expect(await own.page('contracts', english)).toBeNull();
    await local.openTable({ edition: 'pegasus', modules: ['base'], players: ['Ada', 'Ben'] });
    expect((await own.atTable(key, 'tax-how'))[0]?.code).toBe('tax_nobody');
    const now = await own.search('wie viele Karten darf ich jetzt nehmen', { language: 'de', table: key });
    expect([now.now, now.results[0]?.id]).toEqual([true, 'takes-how-many']);
  }, 30_000);
});

it('weighs at most 500 kB over the wire, all that the desk knows', () => {
  const companion = join(import.meta.dirname, '../../../companion');
  const all = sourceFiles(companion)
    .filter((name) => DESK.test(name) && name.endsWith('.json'))
    .map((name) => JSON.stringify(JSON.parse(readFileSync(join(companion, name), 'utf-8'))))
    .join('');
  const sent = brotliCompressSync(all, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 7, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
  expect(sent.length).toBeLessThan(500_000);
});
