import { LocalEngine } from '../../src/engine/local/local';
import type { Books } from '../../src/engine/local/books';
import { RulesProblem } from '../../src/engine/local/rules';
import type { Problem, Rules } from '../../src/engine/local/rules';
import { ServerEngine } from '../../src/engine/server';
import { Together } from '../../src/engine/together';
import type { Chance } from './chance';
import type { Clock } from './clock';
import { news } from './news';
import type { Network } from './network';
import type { Desk, Harbor } from './processes';

let pages = 0;

/** The app as it runs on a phone until it is closed or crashes. What it does then stops in the middle. */
export class Page {
  readonly together: Together;
  /** After how many more steps (an answer of the engine's, a write to the database) it crashes. */
  fuse = Infinity;
  private readonly number = (pages += 1);
  private gone = false;

  constructor(
    private readonly clock: Clock,
    private readonly desk: Desk,
    harbor: Harbor,
    network: Network,
    books: Books,
    chance: Chance,
  ) {
    const kept: Books = {
      load: (code) => this.step(() => books.load(code)),
      save: (page) => this.step(() => books.save(page)),
      all: () => this.step(() => books.all()),
    };
    const server = new ServerEngine(`http://127.0.0.1:${harbor.port}/api`, (address, how) => this.unlessGone(network.fetch(address, how)));
    const later = (work: () => void, wait: number): (() => void) => clock.later(() => this.gone || work(), wait);
    this.together = new Together(new LocalEngine(this.rules()), server, kept, undefined, later, news(clock, chance, network, harbor, () => this.gone));
  }

  get isGone(): boolean {
    return this.gone;
  }

  close(): void {
    this.gone = true;
    this.desk.forget(this.number);
  }

  private rules(): Rules {
    return {
      status: { kind: 'ready', version: 'sources' },
      ready: () => Promise.resolve(true),
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
    return this.unlessGone(done.then((found) => { this.burn(); return found; }));
  }

  private burn(): void {
    this.fuse -= 1;
    if (this.fuse < 0 && !this.gone) this.close();
  }

  private unlessGone<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      work.then((found) => this.gone || resolve(found), (error: Error) => this.gone || reject(error));
    });
  }
}
