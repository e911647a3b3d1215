import { describe, expect, it } from 'vitest';

import { ownElseServers } from './at-table';
import { NoAnswer, Rejected } from './engine';

const rules = (kind: string, able = false) => ({ status: { kind }, ready: () => Promise.resolve(able) });
const own = () => Promise.resolve('phone');
const servers = () => Promise.resolve('server');
const failing = (error: Error) => () => Promise.reject<string>(error);

describe('who answers about a table', () => {
  it('is the phone where its engine is ready and holds the table', async () => {
    expect(await ownElseServers(rules('ready'), own, servers)).toBe('phone');
  });

  it('is the server while the engine is loading, and where it cannot run', async () => {
    expect(await ownElseServers(rules('loading'), own, servers)).toBe('server');
    expect(await ownElseServers(rules('impossible'), own, servers)).toBe('server');
  });

  it('is the server for a table that the phone does not hold', async () => {
    const unknown = new Rejected(422, 'malformed', '', { field: 'code' });
    expect(await ownElseServers(rules('ready'), failing(unknown), servers)).toBe('server');
    const missing = new Error('the rules desk has not come');
    expect(await ownElseServers(rules('ready'), failing(missing), servers)).toBe('server');
  });

  it('is the phone, waited for, where there is no network', async () => {
    const cut = new NoAnswer('');
    expect(await ownElseServers(rules('loading', true), own, failing(cut))).toBe('phone');
    await expect(ownElseServers(rules('impossible'), own, failing(cut))).rejects.toBe(cut);
  });

  it('is nobody else where the phone has something against the question', async () => {
    const refused = new Rejected(422, 'malformed', '', { field: 'seat' });
    await expect(ownElseServers(rules('ready'), failing(refused), servers)).rejects.toBe(refused);
  });
});
