// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { RawLine } from './local/local';
import type { Members } from './people';
import { follow } from './stream';
import type { Following } from './stream';

const TABLE = { code: 'CODE', token: 'secret' };
const LINE = { entry_id: 'a', entry: { type: 'stop' } };

/** A server whose answers the test writes, piece by piece. */
class Wire {
  readonly asked: { path: string; headers: Record<string, string>; signal: AbortSignal }[] = [];
  status = 200;
  /** What the answer says where it is no stream. */
  said = '';
  silent = false;
  private writers: ReadableStreamDefaultController<Uint8Array>[] = [];

  fetch = async (
    path: string,
    init: { headers: Record<string, string>; signal: AbortSignal },
  ): Promise<Response> => {
    this.asked.push({ path, ...init });
    if (this.silent) throw new TypeError('no network');
    if (this.status !== 200) return new Response(this.said, { status: this.status });
    const body = new ReadableStream<Uint8Array>({ start: (writer) => void this.writers.push(writer) });
    init.signal.addEventListener('abort', () => this.writers.at(-1)?.error(new Error('aborted')));
    return new Response(body, { status: this.status });
  };

  async say(text: string): Promise<void> {
    this.writers.at(-1)?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(0);
  }

  async cut(): Promise<void> {
    this.writers.at(-1)?.close();
    await vi.advanceTimersByTimeAsync(0);
  }
}

let wire: Wire;
let told: unknown[];
let at: number | null;
let stream: Following;

beforeEach(async () => {
  vi.useFakeTimers();
  wire = new Wire();
  vi.stubGlobal('fetch', wire.fetch);
  told = [];
  at = 3;
  stream = follow('/api')(TABLE, () => at, {
    hello: (revision: number) => told.push(['hello', revision]),
    line: (revision: number, line: RawLine) => told.push([revision, line]),
    members: (members: Members) => told.push(members),
    removed: () => told.push('removed'),
    broken: () => told.push('broken'),
    missed: () => told.push('missed'),
    deaf: () => told.push('deaf'),
  });
  await vi.advanceTimersByTimeAsync(0);
});

afterEach(() => {
  stream.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a stream', () => {
  it('asks for what comes after the known revision, with the token in a header', () => {
    expect(wire.asked[0]?.path).toBe('/api/tables/CODE/stream?entered=true&since=3');
    expect(wire.asked[0]?.headers['Authorization']).toBe('Bearer secret');
  });

  it('tells lines as they were entered, however they are cut on the way', async () => {
    const event = `id: 4\nevent: line\ndata: ${JSON.stringify({ ...LINE, revision: 4, holds: true, ledger: [], member: 2 })}\n\n`;
    await wire.say(`retry: 1000\nevent: hello\ndata: {"revision":4}\n\n${event.slice(0, 25)}`);
    await wire.say(event.slice(25));
    expect(told).toEqual([
      ['hello', 4],
      [4, LINE],
    ]);
  });

  it('tells a correction without the entry that it made', async () => {
    const correction = { type: 'insert', before: 1, entry: { type: 'stop' } };
    await wire.say(
      `id: 4\nevent: line\ndata: ${JSON.stringify({ entry_id: 'b', correction, entry: { type: 'stop' } })}\n\n`,
    );
    expect(told).toEqual([[4, { entry_id: 'b', correction }]]);
  });

  it('comes back by itself and resumes where it was', async () => {
    await wire.say('event: hello\ndata: {"revision":3}\n\n');
    at = 7;
    await wire.cut();
    expect(told.at(-1)).toBe('broken');
    await vi.advanceTimersByTimeAsync(2000);
    expect(wire.asked.map(({ path }) => path)).toEqual([
      '/api/tables/CODE/stream?entered=true&since=3',
      '/api/tables/CODE/stream?entered=true&since=7',
    ]);
  });

  it('waits longer and longer for a network that is gone, and no longer once the phone wakes', async () => {
    wire.silent = true;
    await wire.cut();
    await vi.advanceTimersByTimeAsync(60_000);
    const tries = wire.asked.length;
    expect(tries).toBeLessThan(15);
    stream.wake();
    expect(wire.asked.length).toBe(tries + 1);
  });

  it('does not trust a line that is silent for too long', async () => {
    await wire.say('event: hello\ndata: {"revision":3}\n\n');
    await vi.advanceTimersByTimeAsync(30_000);
    await wire.say(':\n\n');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(wire.asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(45_000);
    expect(told).toContain('broken');
    expect(wire.asked.length).toBeGreaterThan(1);
  });

  it('ends for good where the phone was removed, or its key is none', async () => {
    await wire.say('event: removed\ndata: {}\n\n');
    expect(told.at(-1)).toBe('removed');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wire.asked).toHaveLength(1);
    [wire.status, wire.said] = [403, JSON.stringify({ code: 'forbidden' })];
    const answers: string[] = [];
    follow('/api')(TABLE, () => null, {
      hello: vi.fn(),
      line: vi.fn(),
      members: vi.fn(),
      removed: () => answers.push('removed'),
      broken: () => answers.push('broken'),
      missed: vi.fn(),
      deaf: vi.fn(),
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(answers).toEqual(['removed']);
    expect(wire.asked.at(-1)?.path).toBe('/api/tables/CODE/stream?entered=true');
  });

  it.each([
    [404, '<html>no backend</html>'],
    [404, '{"message":"Not Found"}'],
    [403, '{"code":1020}'],
    [401, ''],
    [410, '{}'],
    [502, '<html>'],
    [404, '{"code":"no_such_page"}'],
  ])('comes back after %i %s of a proxy', async (status, said) => {
    [wire.status, wire.said] = [status, said];
    await wire.cut();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).not.toContain('removed');
    [wire.status, wire.said] = [200, ''];
    await vi.advanceTimersByTimeAsync(20_000);
    await wire.say('event: hello\ndata: {"revision":9}\n\n');
    expect(told.at(-1)).toEqual(['hello', 9]);
  });

  it('is over when nobody looks any more', async () => {
    stream.stop();
    expect(wire.asked[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
    expect(wire.asked).toHaveLength(1);
  });
});
