import { LocalEngine } from '../../src/engine/local/local';
import type { Books } from '../../src/engine/local/books';
import { RulesProblem } from '../../src/engine/local/rules';
import type { Problem, Rules, Status } from '../../src/engine/local/rules';
import { ServerEngine } from '../../src/engine/server';
import { Together } from '../../src/engine/two-engines';
import type { Chance } from './chance';
import type { Clock } from './clock';
import { news } from './news';
import type { Network } from './network';
import type { Desk, Harbor } from './processes';

let pages = 0;
const READY: Status = { kind: 'ready', version: 'sources' };

/** Whether the phone's engine is there on a visit: at once, after so many milliseconds, or not at all. */
export type Presence = 'here' | 'never' | number;

/** The app as it runs on a phone until it is closed or crashes. What it does then stops in the middle. */
export class Page {
  readonly together: Together;
  /** After how many more steps (an answer of the engine's, a write to the database) it crashes. */
  fuse = Infinity;
  private readonly number = (pages += 1);
  private gone = false;
  private status: Status = { kind: 'loading', loaded: 0, total: 1 };

  constructor(
    private readonly clock: Clock,
    private readonly desk: Desk,
    harbor: Harbor,
    network: Network,
    books: Books,
    chance: Chance,
    private readonly engine: Presence,
  ) {
    const kept: Books = {
      load: (code) => this.step(() => books.load(code)),
      save: (page) => this.step(() => books.save(page)),
      all: () => this.step(() => books.all()),
      remove: (code) => this.step(() => books.remove(code)),
      onAgain: (callBack) => books.onAgain?.(() => this.gone || callBack()),
    };
    const server = new ServerEngine(`http://127.0.0.1:${harbor.port}/api`, (address, how) =>
      this.unlessGone(network.fetch(address, how)),
    );
    const later = (work: () => void, wait: number): (() => void) =>
      clock.later(() => this.gone || work(), wait);
    this.together = new Together(
      new LocalEngine(this.rules()),
      server,
      kept,
      undefined,
      later,
      news(clock, chance, network, harbor, () => this.gone),
    );
  }

  get isGone(): boolean {
    return this.gone;
  }

  /** Whether the phone answers by itself. */
  get answers(): boolean {
    return this.status.kind === 'ready';
  }

  close(): void {
    this.gone = true;
    this.desk.forget(this.number);
  }

  private rules(): Rules {
    const { engine } = this;
    if (engine === 'here') this.status = READY;
    if (engine === 'never') this.status = { kind: 'impossible', reason: 'on this visit' };
    const ready = new Promise<boolean>((resolve) => {
      const come = (): void => {
        this.status = READY;
        resolve(true);
      };
      if (typeof engine === 'number') this.clock.later(() => this.gone || come(), engine);
      else resolve(engine === 'here');
    });
    const status = (): Status => this.status;
    return {
      get status() {
        return status();
      },
      ready: () => ready,
      call: async <T>(call: string, content: Record<string, unknown> = {}): Promise<T> => {
        const text = await this.step(() => this.desk.ask(this.number, JSON.stringify({ ...content, call })));
        const told = JSON.parse(text) as { ok: T } | { problem: Problem };
        if ('problem' in told) throw new RulesProblem(told.problem);
        return told.ok;
      },
    };
  }

  /** The fuse burns before and after: what was asked for may have happened although nobody heard. */
  private async step<T>(work: () => Promise<T>): Promise<T> {
    this.burn();
    const done = this.gone ? new Promise<never>(() => undefined) : this.clock.during(work());
    return this.unlessGone(
      done.then((found) => {
        this.burn();
        return found;
      }),
    );
  }

  private burn(): void {
    this.fuse -= 1;
    if (this.fuse < 0 && !this.gone) this.close();
  }

  private unlessGone<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then(
        (found) => this.gone || resolve(found),
        (error: Error) => this.gone || reject(error),
      );
    });
  }
}
