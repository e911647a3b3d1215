import { createParser } from 'eventsource-parser';

import { isGone, isProblem } from './engine';
import type { TableKey } from './engine';
import type { RawLine } from './local/local';
import type { Members } from './people';

/** What a table's stream tells. `line` comes in the log's order, but may come twice or leave a gap. */
export interface News {
  line(revision: number, line: RawLine): void;
  members(members: Members): void;
  /** The stream is open and the server's log is that long. */
  hello(revision: number): void;
  /** This phone no longer belongs to the table, or the table is gone. */
  removed(): void;
  /** The stream broke off; it comes back by itself. */
  broken(): void;
  /** It is open, and has told others some of what this page does not know. */
  missed(): void;
  /** There is no room for a stream: nothing comes by itself. */
  deaf(): void;
}

/** Somebody who can follow a table; gives back what ends it. */
export type Follow = (table: TableKey, since: () => number | null, news: News) => Following;

export interface Following {
  /** The phone woke or the network is back: do not wait any longer. */
  wake(): void;
  stop(): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
/** The server gives a sign of life every 15 seconds. After this long without one the line is dead. */
const SILENCE = 40_000;

/** Follows a table over Server-Sent Events, read with fetch: a browser's own reader cannot send the token. */
export function follow(root: string): Follow {
  return (table, since, news) => new Stream(root, table, since, news);
}

class Stream implements Following {
  private stopped = false;
  private wait = FIRST_WAIT;
  private open: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private alive: ReturnType<typeof setTimeout> | undefined;
  private heard = Date.now();

  constructor(
    private readonly root: string,
    private readonly table: TableKey,
    private readonly since: () => number | null,
    private readonly news: News,
  ) {
    globalThis.addEventListener?.('offline', this.sever);
    void this.read();
  }

  wake(): void {
    if (this.stopped) return;
    this.wait = FIRST_WAIT;
    // A phone that slept may hold a line that is dead and does not know it.
    if (this.open && Date.now() - this.heard > SILENCE / 2) this.open.abort();
    else if (!this.open) void this.read();
  }

  stop(): void {
    this.stopped = true;
    globalThis.removeEventListener?.('offline', this.sever);
    clearTimeout(this.timer);
    clearTimeout(this.alive);
    this.open?.abort();
  }

  /** The phone knows that its network is gone long before the silence tells. */
  private readonly sever = (): void => this.open?.abort();

  private async read(): Promise<void> {
    clearTimeout(this.timer);
    const open = (this.open = new AbortController());
    try {
      const from = this.since();
      // What follows from a line the phone's own engine works out: the server need not.
      const asked = `entered=true${from === null ? '' : `&since=${from}`}`;
      const path = `${this.root}/tables/${this.table.code}/stream?${asked}`;
      this.sign();
      const answer = await fetch(path, {
        headers: { Accept: 'text/event-stream', Authorization: `Bearer ${this.table.token}` },
        cache: 'no-store',
        signal: open.signal,
      });
      if (await isOver(answer)) return this.end();
      if (answer.ok && answer.body) await this.listen(answer.body);
    } catch {
      // No network, a server that stops, a line that was silent for too long: all the same, it is tried again.
    }
    clearTimeout(this.alive);
    this.open = null;
    if (this.stopped) return;
    this.news.broken();
    this.timer = setTimeout(() => void this.read(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  private async listen(body: ReadableStream<Uint8Array>): Promise<void> {
    const parser = createParser({ onEvent: ({ event, id, data }) => this.tell(event, id, data) });
    const reader = body.getReader();
    const text = new TextDecoder();
    for (;;) {
      const { done, value } = await reader.read();
      if (done || this.stopped) return;
      this.sign();
      parser.feed(text.decode(value, { stream: true }));
    }
  }

  private tell(event: string | undefined, id: string | undefined, data: string): void {
    if (this.stopped) return;
    if (event === 'hello') {
      this.wait = FIRST_WAIT;
      this.news.hello((JSON.parse(data) as { revision: number }).revision);
    } else if (event === 'line') {
      this.news.line(Number(id), asEntered(JSON.parse(data) as RawLine));
    } else if (event === 'members') {
      this.news.members(JSON.parse(data) as Members);
    } else if (event === 'removed') {
      this.end();
    }
  }

  /** Something came; if nothing more does for long, the line is dead. */
  private sign(): void {
    this.heard = Date.now();
    clearTimeout(this.alive);
    this.alive = setTimeout(() => this.open?.abort(), SILENCE);
  }

  private end(): void {
    this.stop();
    this.news.removed();
  }
}

/** Whether the server itself says that there is nothing to follow; a proxy that stands in for it says so of anything. */
async function isOver(answer: Response): Promise<boolean> {
  if (answer.status < 400 || answer.status >= 500) return false;
  const body: unknown = await answer.json().catch(() => null);
  return isProblem(body) && isGone(body.code);
}

/** The line without what followed from it. */
export function asEntered({ entry_id, entry, correction, override }: RawLine): RawLine {
  return {
    entry_id,
    ...(correction ? { correction } : entry ? { entry } : {}),
    ...(override ? { override } : {}),
  };
}
