// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { News } from './stream';
import { shared } from './other-tabs';

/** What the tabs of one browser say to each other: everybody hears but who speaks. */
class Channel extends EventTarget {
  static open = new Set<Channel>();

  constructor() {
    super();
    Channel.open.add(this);
  }

  postMessage(data: unknown): void {
    if (!Channel.open.has(this)) return;
    for (const other of Channel.open)
      if (other !== this)
        queueMicrotask(
          () => Channel.open.has(other) && other.dispatchEvent(new MessageEvent('message', { data })),
        );
  }

  close(): void {
    Channel.open.delete(this);
  }
}

/** The streams that are open, and what each of them is told to. */
let streams: { code: string; from: number | null; news: News; wake: ReturnType<typeof vi.fn> }[];

function tab(code = 'A', since: number | null = 0) {
  const told: unknown[][] = [];
  const tell =
    (kind: string) =>
    (...given: unknown[]) =>
      void told.push([kind, ...given]);
  const following = opened({ code, token: 'secret' }, () => since, {
    hello: tell('hello'),
    line: tell('line'),
    members: tell('members'),
    removed: tell('removed'),
    broken: tell('broken'),
    missed: tell('missed'),
    deaf: tell('deaf'),
  });
  return { told, wake: () => following.wake(), stop: () => following.stop() };
}

let opened: ReturnType<typeof shared>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', Channel);
  Channel.open.clear();
  streams = [];
  opened = shared(({ code }, since, news) => {
    const stream = { code, from: since(), news, wake: vi.fn() };
    streams.push(stream);
    return { wake: stream.wake, stop: () => void (streams = streams.filter((one) => one !== stream)) };
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Nobody hears the first tab, nor does it hear, until the returned function is called. */
function silence(): () => void {
  const [first] = Channel.open;
  if (!first) throw new Error('no tab yet');
  Channel.open.delete(first);
  return () => Channel.open.add(first);
}

const soon = () => vi.advanceTimersByTimeAsync(400);
/** The first of them has the stream. */
async function oneAfterTheOther() {
  const first = tab();
  await soon();
  const second = tab();
  await soon();
  return [first, second] as const;
}

const LINE = { entry_id: 'a' };

describe('the tabs of a browser', () => {
  it('have one stream of a table, and all hear what it tells', async () => {
    const tabs = [tab(), tab(), tab()];
    await soon();
    expect(streams).toHaveLength(1);
    streams[0]?.news.hello(0);
    streams[0]?.news.line(1, LINE);
    await soon();
    for (const { told } of tabs)
      expect(told).toEqual([
        ['hello', 0],
        ['line', 1, LINE],
      ]);
  });

  it('tell one that comes later how far the stream is, and who is there', async () => {
    tab();
    await soon();
    const members = { members: [] } as unknown as Parameters<News['members']>[0];
    streams[0]?.news.hello(4);
    streams[0]?.news.members(members);
    const [upToDate, behind] = [tab('A', 4), tab('A', 2)];
    await soon();
    expect(upToDate.told).toEqual([
      ['members', members],
      ['hello', 4],
    ]);
    expect(behind.told).toEqual([['members', members], ['hello', 4], ['missed']]);
  });

  it('go on where the one with the stream is closed, from what they know', async () => {
    const first = tab('A', 3);
    await soon();
    const second = tab('A', 7);
    await soon();
    expect(streams.map(({ from }) => from)).toEqual([3]);
    first.stop();
    await soon();
    expect(streams.map(({ from }) => from)).toEqual([7]);
    streams[0]?.news.hello(7);
    expect(second.told).toEqual([['hello', 7]]);
  });

  it('do not wait for one that has gone without a word', async () => {
    const [, second] = await oneAfterTheOther();
    silence();
    await vi.advanceTimersByTimeAsync(45_000);
    expect(streams).toHaveLength(2);
    streams[1]?.news.hello(3);
    await soon();
    expect(second.told.at(-1)).toEqual(['hello', 3]);
  });

  it('take over at once where one is looked at and the one with the stream is asleep', async () => {
    const [, second] = await oneAfterTheOther();
    silence();
    second.wake();
    await soon();
    expect(streams).toHaveLength(2);
  });

  it('let the stream look whether it lives when one of them wakes', async () => {
    const [, second] = await oneAfterTheOther();
    second.wake();
    await soon();
    expect(streams).toHaveLength(1);
    expect(streams[0]?.wake).toHaveBeenCalled();
  });

  it('leave one stream where two have come to have one', async () => {
    const first = tab();
    await soon();
    const again = silence();
    const second = tab();
    await soon();
    expect(streams).toHaveLength(2);
    again();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(streams).toHaveLength(1);
    streams[0]?.news.line(1, LINE);
    await soon();
    for (const { told } of [first, second]) expect(told.at(-1)).toEqual(['line', 1, LINE]);
  });

  it('have streams of three tables at most: at a fourth nothing comes by itself until there is room', async () => {
    const tabs = ['A', 'B', 'C', 'D', 'E'].map((code) => tab(code));
    await soon();
    expect(streams).toHaveLength(3);
    const deaf = tabs.filter(({ told }) => told.some(([kind]) => kind === 'deaf'));
    expect(deaf).toHaveLength(2);
    tabs.find((one) => !deaf.includes(one))?.stop();
    await soon();
    await soon();
    expect(streams).toHaveLength(3);
  });

  it('are all told that the table is gone, and ask no more', async () => {
    const tabs = [tab(), tab()];
    await soon();
    streams[0]?.news.removed();
    await vi.advanceTimersByTimeAsync(120_000);
    for (const { told, wake } of tabs) {
      wake();
      expect(told).toEqual([['removed']]);
    }
    await soon();
    expect(streams).toHaveLength(1);
  });

  it('do not share with a tab that has another key to the table', async () => {
    tab();
    opened({ code: 'A', token: 'other' }, () => 0, {
      hello: vi.fn(),
      line: vi.fn(),
      members: vi.fn(),
      removed: vi.fn(),
      broken: vi.fn(),
      missed: vi.fn(),
      deaf: vi.fn(),
    });
    await soon();
    expect(streams).toHaveLength(2);
  });
});
