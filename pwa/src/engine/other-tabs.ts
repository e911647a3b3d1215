import type { Members } from './people';
import { follow } from './stream';
import type { Follow, Following, News } from './stream';

/** A browser keeps six connections to a server: so many of them may be streams, of so many tables. */
const MOST = 3;
/** How long the other tabs have to say that one of them has the stream. */
const ASKS = 150;
/** How often the tab that has it gives a sign of life, and after how long without one it is asked for again. */
const SIGN = 15_000;
const SILENCE = 40_000;

type Event = { [Kind in keyof News]: { kind: Kind; given: Parameters<News[Kind]> } }[keyof News];
/** What is known of a stream: how far it has told, and whether it is open; null before it has said either. */
interface Known {
  revision: number | null;
  isOpen: boolean | null;
  members: Members | null;
}
/** `who` has a stream? `leads`: this tab, and what its stream has told last. `left`: no longer. `wake`: look whether it lives. */
type Said = { kind: 'who' | 'left' | 'wake' } | ({ kind: 'leads' } & Known) | Event;
/** A tab says it of a table, to all others. */
type Message = Said & { from: string; table: string };

/** Follows the tables of a server, with one stream of each for all tabs of a browser. */
export function followTogether(root: string): Follow {
  return shared(follow(root));
}

/** Follows tables for all tabs of a browser: one of those at a table has its stream, and passes on what it tells. */
export function shared(follow: Follow): Follow {
  if (typeof BroadcastChannel !== 'function') return follow;
  return (table, since, news) =>
    new Tab(`${table.code} ${table.token}`, since, news, (told) => follow(table, since, told));
}

class Tab implements Following {
  private readonly id = String(Math.random());
  private readonly tabs = new BroadcastChannel('harbormaster-streams');
  private stream: Following | null = null;
  private role: 'asking' | 'leading' | 'following' | 'deaf' | 'over' = 'asking';
  private known: Known = { revision: null, isOpen: null, members: null };
  /** The tabs that have a stream of another table, by that. */
  private readonly leaders = new Map<string, string>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly table: string,
    private readonly since: () => number | null,
    private readonly news: News,
    private readonly open: (news: News) => Following,
  ) {
    this.tabs.addEventListener('message', this.hear);
    globalThis.addEventListener?.('pagehide', this.leave);
    globalThis.addEventListener?.('pageshow', this.back);
    this.ask();
  }

  wake(): void {
    if (this.role === 'leading') return this.stream?.wake();
    if (this.role === 'over') return;
    // The tab that has the stream may be asleep itself.
    this.post({ kind: 'wake' });
    this.ask();
  }

  stop(): void {
    this.leave();
    this.end();
    globalThis.removeEventListener?.('pagehide', this.leave);
    globalThis.removeEventListener?.('pageshow', this.back);
    this.tabs.close();
  }

  private ask(): void {
    this.role = 'asking';
    this.leaders.clear();
    this.post({ kind: 'who' });
    // Of several that ask at once, one is the first.
    this.after(ASKS * (1 + Math.random()), () =>
      this.leaders.size < MOST ? this.lead() : this.hearNothing(),
    );
  }

  private lead(): void {
    this.role = 'leading';
    this.known = { revision: null, isOpen: null, members: null };
    this.stream = this.open({
      hello: (revision) => this.pass({ kind: 'hello', given: [revision] }),
      line: (revision, line) => this.pass({ kind: 'line', given: [revision, line] }),
      members: (members) => this.pass({ kind: 'members', given: [members] }),
      broken: () => this.pass({ kind: 'broken', given: [] }),
      removed: () => this.pass({ kind: 'removed', given: [] }),
      missed: () => this.pass({ kind: 'missed', given: [] }),
      deaf: () => this.pass({ kind: 'deaf', given: [] }),
    });
    this.sign();
  }

  private sign(): void {
    this.post({ kind: 'leads', ...this.known });
    this.after(SIGN, () => this.sign());
  }

  private pass(event: Event): void {
    this.post(event);
    this.tell(event);
  }

  private tell(event: Event): void {
    if (event.kind === 'hello' || event.kind === 'line')
      this.known = { ...this.known, revision: event.given[0], isOpen: true };
    if (event.kind === 'members') this.known = { ...this.known, members: event.given[0] };
    if (event.kind === 'broken') this.known = { ...this.known, isOpen: false };
    if (event.kind === 'removed') this.end();
    (this.news[event.kind] as (...given: unknown[]) => void)(...event.given);
  }

  private readonly hear = ({ data }: MessageEvent<Message>): void => {
    if (data.kind === 'who') {
      if (this.role === 'leading') this.post({ kind: 'leads', ...this.known });
    } else if (data.table !== this.table) {
      this.hearOfAnother(data);
    } else if (data.kind === 'leads') {
      this.meet(data);
    } else if (data.kind === 'left') {
      if (this.role === 'following') this.ask();
    } else if (data.kind === 'wake') {
      this.stream?.wake();
    } else if ('given' in data && this.role === 'following') {
      this.listen();
      this.tell(data);
    }
  };

  /** The tab that has this table's stream, or has it too. */
  private meet({ from, revision, isOpen, members }: Message & { kind: 'leads' }): void {
    if (this.role === 'over') return;
    if (this.role === 'leading') {
      if (this.id < from) return this.sign();
      this.leave();
    }
    const isNew = this.role !== 'following';
    this.listen();
    if (!isNew) return;
    this.known = { revision, isOpen, members };
    if (members) this.news.members(members);
    if (isOpen === false) this.news.broken();
    if (!isOpen || revision === null) return;
    this.news.hello(revision);
    if ((this.since() ?? revision) < revision) this.news.missed();
  }

  private hearOfAnother(data: Message): void {
    if (data.kind === 'left') {
      this.leaders.delete(data.table);
      if (this.role === 'deaf') this.ask();
    } else if (data.kind === 'leads') {
      this.leaders.set(data.table, data.from);
      if (this.role !== 'leading' || [...this.leaders.values()].filter((id) => id < this.id).length < MOST)
        return;
      this.leave();
      this.hearNothing();
    }
  }

  private listen(): void {
    this.role = 'following';
    this.after(SILENCE, () => this.ask());
  }

  private hearNothing(): void {
    this.role = 'deaf';
    this.news.deaf();
    this.after(SILENCE, () => this.ask());
  }

  /** Another tab takes over. */
  private readonly leave = (): void => {
    if (!this.stream) return;
    clearTimeout(this.timer);
    this.stream.stop();
    [this.stream, this.role] = [null, 'asking'];
    this.post({ kind: 'left' });
  };

  /** The page was only put aside. */
  private readonly back = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && this.role !== 'over') this.ask();
  };

  private end(): void {
    this.role = 'over';
    clearTimeout(this.timer);
  }

  private after(wait: number, work: () => void): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(work, wait);
  }

  private post(said: Said): void {
    this.tabs.postMessage({ ...said, from: this.id, table: this.table } satisfies Message);
  }
}
