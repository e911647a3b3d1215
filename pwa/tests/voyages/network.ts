import type { Chance } from './chance';
import type { Clock } from './clock';
import type { Answer, Harbor } from './processes';

/** As the phone's own fetch gives up. */
const PATIENCE = 12_000;
/** What a proxy or a hotel's sign-in page says in the server's place. */
const STRANGERS: Answer[] = [
  { status: 502, text: '<h1>Bad gateway</h1>' },
  { status: 200, text: '<h1>Sign in</h1>' },
];

export type Weather = 'calm' | 'rough' | 'gone';

export class Figures {
  runs = 0;
  entries = 0;
  requests = 0;
  droppedRequests = 0;
  droppedAnswers = 0;
  doubled = 0;
  late = 0;
  offline = 0;
  reloads = 0;
  crashes = 0;
  withoutEngine = 0;
  restarts = 0;
  questions = 0;
  closed = 0;
  closedUnsaid = 0;
  lost = 0;
  refusedOpens = 0;
  failedWrites = 0;
  full = 0;
  /** Entries that were gone with the page, after the screen had said that nobody keeps them; and whole tables. */
  said = 0;
  saidTables = 0;
}

/** What lies between one phone and the server. */
export class Network {
  weather: Weather = 'calm';
  /** The server's power goes while the next request is there: before, during or after its answer. */
  doom: 'during' | 'after' | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly chance: Chance,
    private readonly harbor: Harbor,
    private readonly figures: Figures,
  ) {}

  readonly fetch = (address: string, how: RequestInit): Promise<Response> => {
    this.figures.requests += 1;
    return new Promise((resolve, reject) => {
      const silence = (): void => reject(new TypeError('timed out'));
      this.clock.later(silence, PATIENCE);
      // A phone knows at once that it has no network, or takes a while to notice.
      if (this.weather === 'gone')
        return this.chance.hits(0.5) ? reject(new TypeError('offline')) : this.lost('droppedRequests');
      const isDoubled = this.isRough(0.15);
      if (isDoubled) this.figures.doubled += 1;
      for (let copy = 0; copy < (isDoubled ? 2 : 1); copy += 1) {
        if (this.isRough(0.15)) this.lost('droppedRequests');
        else this.clock.later(() => this.arrive(address, how, resolve, reject), this.delay());
      }
    });
  };

  private arrive(
    address: string,
    how: RequestInit,
    resolve: (response: Response) => void,
    reject: (reason: Error) => void,
  ): void {
    if (!this.harbor.isUp) {
      this.clock.later(() => reject(new TypeError('connection refused')), this.delay());
      return;
    }
    if (this.isRough(0.04)) return this.answer(this.chance.of(STRANGERS), resolve);
    void this.clock.during(this.delivered(address, how)).then((answer) => {
      if (answer) this.answer(answer, resolve);
      else reject(new TypeError('connection reset'));
    });
  }

  private async delivered(address: string, how: RequestInit): Promise<Answer | null> {
    const { doom } = this;
    this.doom = null;
    const asked = this.harbor.ask(address, how);
    if (!doom) return asked;
    if (doom === 'after') await asked;
    await this.harbor.kill();
    await asked;
    return null;
  }

  private answer({ status, text }: Answer, resolve: (response: Response) => void): void {
    if (this.weather === 'gone' || this.isRough(0.15)) return this.lost('droppedAnswers');
    // Read in one step: a stream would take turns of the event loop that nobody counts.
    this.clock.later(
      () => resolve({ status, json: async () => JSON.parse(text) as unknown } as Response),
      this.delay(),
    );
  }

  private lost(what: 'droppedRequests' | 'droppedAnswers'): void {
    this.figures[what] += 1;
  }

  private isRough(probability: number): boolean {
    return this.weather === 'rough' && this.chance.hits(probability);
  }

  /** In rough weather some come so late that they are overtaken, and a few when nobody waits any more. */
  private delay(): number {
    if (this.weather !== 'rough') return this.chance.between(2, 40);
    if (!this.chance.hits(0.1)) return this.chance.between(5, 2_500);
    this.figures.late += 1;
    return this.chance.between(PATIENCE, 3 * PATIENCE);
  }
}
