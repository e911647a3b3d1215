import { engine, NoAnswer, Rejected } from '../../engine';
import type { Card, Entry, Laying, OpenedTable, Setup, View } from '../../engine';
import { trial } from '../../engine/beginnings';
import { now } from '../../engine/time';
import type { Millis } from '../../engine/time';
import { newcomer, Situation } from '../situation.svelte';
import type { KeptSituation, Told } from '../situation.svelte';
import { isOfGoals, isWhole, noGoals } from '../told-goals';
import { keep, recall } from '../../stores/database';
import type { LastGroup } from '../../stores/database';
import type { Draft } from './draft.svelte';
import { enterFirst } from './first';

export const STEPS = ['seats', 'coins', 'cards', 'goals', 'rest'] as const;
export type Step = (typeof STEPS)[number];

/** A table that is being told, as the phone keeps it until it is opened; `done`: what is entered at once, in this order. */
export interface KeptMiddle {
  group: LastGroup;
  situation: KeptSituation;
  done: Entry[];
  seen: number[];
  at: Millis;
}

const PLACE = 'middle';
const KEPT = 24 * 3600 * 1000;

/** What the engine has against a table as it was told: which step it belongs to, and the figures of the sentence. */
export interface Against {
  step: Step;
  code: string;
  message: string;
  count: number;
  card?: Card;
  where: string;
  seats: number[];
}

/** A group has played for a while and only now takes the phone. Players are in the order of their seats. */
export class Middle extends Situation {
  on = $state(false);
  /** The table as it would begin; the engine has worked out what nobody told. */
  view = $state.raw<View | null>(null);
  against = $state.raw<Against | null>(null);
  /** Whose cards have been looked at. */
  seen = $state.raw<number[]>([]);
  done = $state.raw<Entry[]>([]);
  /** Which goals could lie there, and how many do; null at tables that have none. */
  laying = $state.raw<Laying | null>(null);
  private asksFor = '';
  private ids: string[] = [];
  private earlier: string[] = $state.raw([]);
  private asked = 0;

  constructor(private readonly tries: (setup: Setup) => Promise<View> = trial) {
    super();
    this.active = this.acting = null;
  }

  /** Whoever sits at the table now; what was told of them goes along, wherever they sit. */
  seated(draft: Draft): void {
    const known = Object.fromEntries(this.ids.map((id, at) => [id, this.players[at]]));
    const { seats, names } = draft;
    const places = [this.active, this.acting].map((at) => (at === null ? undefined : this.ids[at]));
    const looked = this.seen.map((at) => this.ids[at]);
    const first = this.ids.length === 0 && this.players.length === seats.length;
    this.players = seats.map(({ id }, at) => ({
      ...((first ? this.players[at] : known[id]) ?? newcomer('')),
      name: names[id] ?? '',
    }));
    const moved = this.ids.join() !== seats.map(({ id }) => id).join();
    const before = this.ids;
    this.ids = seats.map(({ id }) => id);
    this.start = Math.max(
      0,
      seats.findIndex((seat) => seat === draft.starter),
    );
    if (first || !moved) return;
    this.anew();
    this.done = [];
    const [active, acting] = places.map((id) => this.ids.indexOf(id ?? ''));
    if (this.active !== null && active === -1) this.turnOf(null);
    else if (this.active !== null) Object.assign(this, { active, acting: acting === -1 ? active : acting });
    this.reseat((at) => {
      const now = this.ids.indexOf(before[at] ?? '');
      return now === -1 ? undefined : now;
    });
    this.seen = this.ids.flatMap((id, at) => (looked.includes(id) ? [at] : []));
  }

  /** The steps of this table, one after the other. */
  get steps(): readonly Step[] {
    return this.laying ? STEPS : STEPS.filter((step) => step !== 'goals');
  }

  next(step: Step): Step {
    return this.steps[this.steps.indexOf(step) + 1] ?? 'rest';
  }

  /** Asks the engine which goals such a table has. */
  async findGoals({ counted }: Draft): Promise<void> {
    const setup = { ...counted, options: {} };
    const key = JSON.stringify(setup);
    if (key === this.asksFor) return;
    this.asksFor = key;
    const found = await this.tries(setup).then(
      ({ laying }) => laying ?? null,
      () => null,
    );
    if (key !== this.asksFor) return;
    this.laying = found;
    if (!found) this.goals = null;
    else if (this.goals?.module !== found.module) this.goals = noGoals(found);
    else if (this.goals.count !== found.count)
      this.goals = { ...this.goals, count: found.count, lying: this.goals.lying.slice(0, found.count) };
  }

  /** Whether all goals are told that lie there. */
  get goalsTold(): boolean {
    return this.goals !== null && isWhole(this.goals);
  }

  setup(draft: Draft): Setup {
    return { ...draft.setup, situation: this.told(this.start) };
  }

  /** The turn begins anew for whoever it is now. */
  turnOf(seat: number | null): void {
    this.anew();
    Object.assign(this, { active: seat, acting: seat, begun: false, done: [] });
  }

  /** Who has not told their coins yet. */
  get uncounted(): number {
    return this.players.findIndex(({ coins }) => coins === null);
  }

  get coinsInAll(): number {
    return this.players.reduce((sum, { coins }) => sum + (coins ?? 0), 0);
  }

  /** A figure of a player that follows from the cards told, where the engine has said it. */
  pointsOf(seat: number): number | undefined {
    return this.against?.seats.includes(seat) ? undefined : this.view?.players[this.seatInView(seat)]?.vp;
  }

  /** Changes what was told of a player; `undo` takes it back. */
  tell(seat: number, change: (player: Told) => void): void {
    const player = this.players[seat];
    if (!player) return;
    this.earlier = [...this.earlier.slice(-99), JSON.stringify([this.players, this.seen])];
    change(player);
  }

  look(seat: number): void {
    if (!this.seen.includes(seat)) this.seen = [...this.seen, seat];
  }

  get undoable(): boolean {
    return this.earlier.length > 0;
  }

  /** What was told in the step before is not taken back from this one. */
  settle(): void {
    this.earlier = [];
  }

  /** As it was before the last change; returns whom that was about. */
  undo(): number {
    const [players, seen] = JSON.parse(this.earlier.at(-1) ?? '[]') as [Told[], number[]];
    this.earlier = this.earlier.slice(0, -1);
    const seat = this.players.findIndex(
      (player, at) => JSON.stringify(player) !== JSON.stringify(players[at]),
    );
    Object.assign(this, { players, seen });
    return Math.max(0, seat);
  }

  /** Asks the engine what follows; an answer that was overtaken by another question says nothing. */
  async try(draft: Draft): Promise<void> {
    const asked = (this.asked += 1);
    try {
      const view = await this.tries(this.setup(draft));
      if (asked === this.asked) Object.assign(this, { view, against: null });
    } catch (error) {
      if (error instanceof Rejected) {
        if (asked === this.asked) this.against = this.read(error);
      } else if (!(error instanceof NoAnswer)) throw error;
    }
  }

  /** Opens the table, and enters what had been done in it. */
  async open(draft: Draft): Promise<OpenedTable> {
    return enterFirst(await engine().openTable(this.setup(draft)), [
      ...this.done.map((entry) => this.turned(entry)),
      ...draft.entries,
    ]);
  }

  keep(draft: Draft): Promise<void> {
    return keepMiddle(
      this.on
        ? { group: draft.group, situation: this.kept, done: this.done, seen: this.seen, at: now() }
        : null,
    );
  }

  /** What was told before the page was left; the group of it comes first, then this. */
  bring({ situation, done, seen }: KeptMiddle): void {
    this.restore(situation);
    Object.assign(this, { on: true, done, seen });
  }

  /** The engine has refused to open it; returns the step that it is about. */
  refuses(error: Rejected): Step {
    this.against = this.read(error);
    return this.against.step;
  }

  private read({ code, message, about }: Rejected): Against {
    const params = about.params ?? {};
    const where = String(params['where'] ?? about.field ?? '');
    const card = params['card'] as Card | undefined;
    const seats = card?.id
      ? this.players.flatMap((player, at) =>
          [...player.display, ...player.expeditions].some(({ id }) => id === card.id) ? [at] : [],
        )
      : [];
    return {
      step: stepOf(where),
      code,
      message,
      count: Number(params['count'] ?? 0),
      where,
      seats,
      ...(card ? { card } : {}),
    };
  }

  private seatInView(seat: number): number {
    return (seat - this.start + this.players.length) % Math.max(1, this.players.length);
  }

  /** Seats of a table are counted from whoever began. */
  private turned(entry: Entry): Entry {
    return entry.by === undefined ? entry : { ...entry, by: this.seatInView(entry.by) };
  }
}

export async function keptMiddle(): Promise<KeptMiddle | undefined> {
  const kept = await recall<KeptMiddle | null>(PLACE);
  return kept && now() - kept.at < KEPT ? kept : undefined;
}

export function keepMiddle(kept: KeptMiddle | null): Promise<void> {
  return keep(PLACE, kept);
}

function stepOf(where: string): Step {
  if (where === 'coins') return 'coins';
  if (where.startsWith('situation.') && isOfGoals(where)) return 'goals';
  if (where === 'players' || where.startsWith('situation.players')) return 'cards';
  return ['expeditions', 'harbor', 'draw_pile', 'discard_pile'].includes(where) ||
    where.startsWith('situation')
    ? 'rest'
    : 'seats';
}
