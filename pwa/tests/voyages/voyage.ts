import assert from 'node:assert/strict';

import type { Writing } from '../../src/engine/engine';
import type { Logged as Kept } from '../../src/engine/local/page';
import type { Entry, LogLine, Setup, View } from '../../src/engine/types';
import { Chance } from './chance';
import { Clock } from './clock';
import type { Figures } from './network';
import { Phone } from './phone';
import type { Desk, Harbor } from './processes';

export interface Game {
  name: string;
  setup: Setup;
  steps: Entry[];
  coins: Record<string, number>;
}

/** How often, for each tap. */
const RELOAD = 1 / 60;
const RELOAD_TOGETHER = 1 / 15;
const CRASH = 1 / 40;
const POWER_CUT = 1 / 250;
const SLIP = 1 / 50;
const WEATHER = 1 / 15;
const STORAGE = 1 / 15;
/** A game by chance, where several phones have left the recorded one, ends somewhere. */
const LONGEST = 700;
/** Of several phones each tap is one more chance to get in each other's way. */
const LONGEST_TOGETHER = 60;
/** Where storage fails an evening is seldom the recorded one to its end. */
const LONGEST_STORING = 240;

type Meaning = number | 'undo' | 'redo' | 'free';

/** A whole recorded game, entered on phones whose network, app and server fail again and again. */
export class Voyage {
  private readonly clock = new Clock();
  private readonly chance: Chance;
  private readonly phones: Phone[];
  private readonly meanings = new Map<string, Meaning>();
  private readonly entries = new Map<string, Entry>();
  private isStarting = false;

  constructor(
    seed: number,
    private readonly game: Game,
    phones: number,
    private readonly harbor: Harbor,
    desk: Desk,
    private readonly figures: Figures,
    /** Whether the phones' storage fails too. */
    private readonly stores: boolean,
  ) {
    this.chance = new Chance(seed);
    this.phones = Array.from(
      { length: phones },
      () => new Phone(this.clock, this.chance, desk, harbor, figures),
    );
  }

  async sail(): Promise<void> {
    await this.gather();
    for (let taps = 0; taps < this.longest; taps += 1) {
      const phone = this.chance.of(this.phones);
      await phone.awake();
      await this.mishap(phone);
      await phone.awake();
      if (!(await phone.knows())) {
        // Nobody can tap on what is not on the screen.
        if (await this.isGone(phone)) return;
        await this.clock.pass(this.chance.between(200, 4_000));
        continue;
      }
      const kept = await phone.kept();
      if (kept.question) {
        if (this.isAlone && !this.stores)
          throw new Error(`a question although nobody else is there: ${kept.question.why}`);
        await phone.answer(kept);
      } else {
        const writing = await this.next(phone, kept);
        if (!writing) break;
        if ('entry' in writing) this.entries.set(writing.id, writing.entry);
        if (this.chance.hits(CRASH)) phone.crashAfter(this.chance.whole(8));
        const told = await phone.tap(writing, kept);
        // With others at the table the screen may change under the thumb.
        if (told === 'refused' && this.isAlone && !this.stores)
          throw new Error(`refused: ${JSON.stringify(writing)}`);
      }
      await this.clock.pass(this.chance.between(200, 4_000));
    }
    await this.arrive();
    await this.compare();
  }

  /** All that was kept is gone for good, with the page that knew it: an evening that ends here. */
  private async isGone(phone: Phone): Promise<boolean> {
    if (phone.storage.isShut) {
      if (this.chance.hits(0.2)) {
        phone.storage.heal();
        await phone.wake();
      }
      return false;
    }
    await phone.wake();
    if (await phone.knows()) return false;
    assert(this.stores, 'the table is gone from the phone');
    await this.harbor.start();
    const served = phone.remote
      ? ((await this.served(phone.remote, '/entries?since=0')) as { lines: Told[] }).lines
      : [];
    assert.deepEqual(
      phone.accepted.filter((id) => !phone.said.has(id) && !this.counts(id, served)),
      [],
      'gone without a word',
    );
    this.figures.saidTables += 1;
    this.figures.runs += 1;
    return true;
  }

  private get longest(): number {
    if (!this.isAlone) return LONGEST_TOGETHER;
    return this.stores ? LONGEST_STORING : LONGEST;
  }

  private get isAlone(): boolean {
    return this.phones.length === 1;
  }

  /** Alone, a phone may open its table without a network; others need the server's code to join. */
  private async gather(): Promise<void> {
    const [first, ...others] = this.phones;
    if (!first) return;
    if (this.isAlone) first.network.weather = this.chance.of(['calm', 'rough', 'gone']);
    const table = await first.openTable(this.game.setup);
    if (others.length > 0) first.company();
    for (const phone of others) await phone.join(table);
  }

  /** What may go wrong before a tap. */
  private async mishap(phone: Phone): Promise<void> {
    // What goes with the disk and in the same moment with the app, nobody can say.
    if (this.stores && !phone.isCrashing && this.chance.hits(STORAGE)) {
      phone.storage.turn();
      for (let turns = 0; turns < 20; turns += 1) await this.clock.settle();
    }
    if (this.chance.hits(WEATHER)) {
      const before = phone.network.weather;
      phone.network.weather = this.chance.of(['calm', 'rough', 'rough', 'gone']);
      if (phone.network.weather === 'gone' && before !== 'gone') this.figures.offline += 1;
      if (before === 'gone' && phone.network.weather !== 'gone') void phone.wake();
    }
    if (this.chance.hits(this.isAlone ? RELOAD : RELOAD_TOGETHER)) await phone.reload();
    if (this.chance.hits(POWER_CUT)) {
      const when = this.chance.of(['now', 'during', 'after'] as const);
      if (when === 'now') void this.clock.during(this.harbor.kill());
      else phone.network.doom = when;
    }
    if (!this.harbor.isUp && !this.isStarting) {
      this.isStarting = true;
      this.clock.later(
        () =>
          void this.clock.during(
            this.harbor.start().then(() => {
              this.isStarting = false;
            }),
          ),
        this.chance.between(500, 40_000),
      );
    }
  }

  /** The recorded game's next entry where the log is that game so far, now and then taken back; otherwise any that is allowed. */
  private async next(phone: Phone, { document, pending }: Kept): Promise<Writing | null> {
    const id = phone.nextId();
    const mean = (meaning: Meaning): string => {
      this.meanings.set(id, meaning);
      return id;
    };
    const played = this.position([...document.lines, ...pending].map(({ entry_id }) => entry_id));
    // With others, or where what was gone was entered again on another state, it is no recorded game any more.
    if (played === null) {
      const entry = this.anything(await phone.shown());
      return entry && { id: mean('free'), entry };
    }
    if (this.isAlone && played.undone && this.chance.hits(0.5))
      return { id: mean('redo'), correction: { type: 'redo', count: 1 } };
    if (this.isAlone && played.steps > 0 && this.chance.hits(SLIP))
      return { id: mean('undo'), correction: { type: 'undo', count: 1 } };
    const entry = this.game.steps[played.steps];
    return entry ? { id: mean(played.steps), entry } : null;
  }

  /** How far the recorded game is; null where the log is another one. */
  private position(ids: string[]): { steps: number; undone: number } | null {
    let [steps, undone] = [0, 0];
    for (const id of ids) {
      const meaning = this.meanings.get(id) ?? 'free';
      if (meaning === 'undo') [steps, undone] = [steps - 1, undone + 1];
      else if (meaning === 'redo') [steps, undone] = [steps + 1, undone - 1];
      else if (meaning === steps) [steps, undone] = [steps + 1, 0];
      else return null;
    }
    return { steps, undone };
  }

  private anything(view: View): Entry | null {
    const open = view.allowed.filter((template) => template.allowed && template.type !== 'use_gambler');
    if (open.length === 0) return null;
    const { type, by, harbor_index, expedition_index, discard, passing, rest, bonus } = this.chance.of(open);
    const entry = JSON.parse(
      JSON.stringify({ type, by, harbor_index, expedition_index, discard, passing, rest, bonus }),
    ) as Entry;
    if (type === 'draw')
      entry.card = this.chance.of(
        Object.entries(view.unseen).flatMap(([card, left]) => (left > 0 ? [card] : [])),
      );
    return entry;
  }

  /** The evening is over: everybody has a network again, nobody touches a phone but to answer, and all arrives by itself. */
  private async arrive(): Promise<void> {
    for (const phone of this.phones) {
      await phone.awake();
      phone.crashAfter(Infinity);
      phone.network.doom = null;
      phone.storage.heal();
      const wasGone = phone.network.weather === 'gone';
      phone.network.weather = 'calm';
      // Where the disk has failed, somebody looks at the phone.
      if (wasGone || this.stores) await phone.wake();
    }
    await this.clock.pass(60_000);
    await this.harbor.start();
    for (let rounds = 0; rounds < LONGEST; rounds += 1) {
      let waiting = false;
      for (const phone of this.phones) {
        const kept = await phone.kept();
        if (kept.question) await phone.answer(kept);
        waiting ||= kept.pending.length > 0 || !kept.remote;
      }
      await this.clock.pass(20_000);
      if (waiting || rounds < 3) continue;
      for (const phone of this.phones) await phone.withEngine();
      return this.clock.pass(60_000);
    }
    throw new Error('something never reached the server');
  }

  private async compare(): Promise<void> {
    const [first] = this.phones;
    assert(first);
    const { remote } = await first.kept();
    const log = (await this.served(remote, '/entries?since=0')) as { lines: Told[] };
    const lines: Told[] = log.lines.map(withoutBeside);
    const ids = lines.map(({ entry_id }) => entry_id);
    const accepted = this.phones.flatMap((phone) => phone.accepted);
    assert.equal(new Set(ids).size, ids.length, 'nothing twice');
    const said = this.phones.flatMap((phone) => [...phone.said]);
    const missing = accepted.filter((id) => !said.includes(id) && !this.counts(id, lines));
    assert.deepEqual(missing, [], 'accepted and not in the log');
    const doubtful = this.phones.flatMap((phone) => phone.doubtful);
    assert.deepEqual(
      ids.filter((id) => !accepted.includes(id) && !doubtful.includes(id)),
      [],
      'in the log and not accepted',
    );
    for (const phone of this.phones) {
      this.inOrder(phone, ids);
      const { document, pending, question } = await phone.kept();
      assert.deepEqual({ pending, question }, { pending: [], question: null });
      assert.deepEqual(
        document.lines.map(({ entry_id }) => entry_id),
        ids,
        'the same log',
      );
      assert.deepEqual((await phone.lines()).map(withoutBeside), lines, 'the same ledger');
      assert.deepEqual(await phone.view(), await this.served(remote, ''), 'the same table');
    }
    // A tap that was gone may have been entered again on another state.
    const played = this.position(ids);
    if (this.isAlone && played && (!this.stores || played.steps === this.game.steps.length)) {
      const view = await first.view();
      assert.equal(view.phase, 'game_over');
      assert.deepEqual(
        Object.fromEntries(view.players.map(({ name, coins }) => [name, coins])),
        this.game.coins,
        'as recorded',
      );
    }
    this.figures.runs += 1;
    this.figures.entries += ids.length;
  }

  /** In the order of the taps; where the disk has failed, in that of each visit, as the disk may bring back what was entered anew. */
  private inOrder(phone: Phone, ids: string[]): void {
    const visits = this.stores ? [...new Set(phone.visits.values())] : [null];
    for (const visit of visits) {
      const own = phone.accepted.filter(
        (id) => ids.includes(id) && (visit === null || phone.visits.get(id) === visit),
      );
      assert.deepEqual(
        ids.filter((id) => own.includes(id)),
        own,
        'in the order of the taps',
      );
    }
  }

  /** Whether a tap is in the log, or the very same thing is. */
  private counts(id: string, lines: Told[]): boolean {
    return lines.some(({ entry_id }) => entry_id === id) || this.isTwin(id, lines);
  }

  /** Whether another phone's tap on the very same thing counted for this one, or one that this phone's disk had lost; a draw is always asked about. */
  private isTwin(id: string, lines: Told[]): boolean {
    const own = this.entries.get(id);
    if ((this.isAlone && !this.stores) || !own || own.type === 'draw') return false;
    // A recorded game names who acts, the log has the seat.
    const seat = typeof own.by === 'string' ? this.game.setup.players.indexOf(own.by) : own.by;
    return lines.some(
      ({ entry_id, entry }) =>
        entry_id !== id &&
        entry?.type === own.type &&
        entry.by === seat &&
        entry.harbor_index === own.harbor_index &&
        entry.expedition_index === own.expedition_index,
    );
  }

  private async served(remote: Kept['remote'], path: string): Promise<unknown> {
    assert(remote);
    const headers = { Authorization: `Bearer ${remote.token}` };
    const answer = await this.harbor.ask(
      `http://127.0.0.1:${this.harbor.port}/api/tables/${remote.code}${path}`,
      { method: 'GET', headers },
    );
    const body = JSON.parse(answer?.text ?? 'null') as Record<string, unknown>;
    assert.equal(answer?.status, 200, answer?.text);
    return body;
  }
}

type Told = LogLine & { member?: number };

/** A line without who wrote it, when and where: the rules know nothing of that, and some of it only the server does. */
function withoutBeside({
  member: _member,
  at: _at,
  phone: _phone,
  ...line
}: Told): Omit<Told, 'member' | 'at' | 'phone'> {
  return line;
}
