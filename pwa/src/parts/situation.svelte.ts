import type { Expedition, Person, Ship, View } from '../engine';
import { playing } from '../engine/seating';
import { carriedBy, carriedKeys, carriedOf, movedAlong } from './carried';
import type { Carried } from './carried';
import { keptShips, shipsOf } from './keepers';
import { afresh, goalKeys, goalPoints, goalsOf, isWhole, moved, tellsOf } from './told-goals';
import type { ToldGoals } from './told-goals';

/**
 * A player of a table that was told, not recorded. `coins`: null until somebody counted them; `more`: points besides those of the cards;
 * `under`: the ships under his persons.
 */
export interface Told {
  name: string;
  coins: number | null;
  display: Person[];
  expeditions: Expedition[];
  more: number;
  under?: string[];
}

export type TurnPhase = 'discover' | 'trade_hire';

/** What the engine says of the turn that a table is in; it holds until somebody changes that turn. */
export type Midturn = Partial<
  Record<'colors' | 'taken' | 'takes_left' | 'claimant', number> & Record<'repel_pending' | 'busted', boolean>
>;

/** Everything that can be told of a table, as a draft keeps it. */
export interface KeptSituation {
  players: Told[];
  phase: TurnPhase;
  active: number | null;
  acting: number | null;
  start: number;
  begun: boolean;
  midturn: Midturn;
  harbor: (Ship | Person)[];
  expeditions: Expedition[] | null;
  draws: number | null;
  discards: number | null;
  round: number;
  goals?: ToldGoals | null;
  carried?: Carried | null;
}

/** A table in the middle of a game that the phone never saw, put together with a few taps; the engine says what follows. */
export class Situation {
  players = $state<Told[]>([]);
  phase = $state<TurnPhase>('discover');
  active = $state<number | null>(0);
  acting = $state<number | null>(0);
  start = $state(0);
  round = $state(1);
  harbor = $state.raw<(Ship | Person)[]>([]);
  /** Those that lie out; null: as the engine lays them out. */
  expeditions = $state.raw<Expedition[] | null>(null);
  /** Cards left; null: nobody counted them. */
  draws = $state<number | null>(null);
  discards = $state<number | null>(null);
  /** What is told of goals, where the table has such; null: nothing yet. */
  goals = $state.raw<ToldGoals | null>(null);
  /** What the table has besides, as it stood when it was taken over. */
  carried = $state.raw<Carried | null>(null);
  /** The part of whoever acts is under way, and has paid already. */
  begun = $state(false);
  protected midturn: Midturn = $state.raw({});

  /** As a table stands now; those who play are numbered as they sit. */
  takeOver(view: View): void {
    const {
      phase,
      active,
      acting,
      start_player,
      round,
      harbor,
      expeditions,
      draw_pile,
      discard_pile,
      takes,
      taken,
      pending,
      claimant,
      last,
    } = view;
    const trading = phase === 'trade_hire';
    const players = playing(view);
    const place = (seat: number): number =>
      Math.max(
        0,
        players.findIndex((player) => player.seat === seat),
      );
    Object.assign(this, {
      active: place(active),
      acting: place(acting),
      round,
      start: place(start_player),
      phase: trading ? phase : 'discover',
      begun: trading,
      draws: draw_pile,
      discards: discard_pile,
    });
    this.goals = goalsOf(view, (seat) =>
      players.some((one) => one.seat === seat) ? place(seat) : undefined,
    );
    this.carried = carriedBy(
      view,
      (seat) => (players.some((one) => one.seat === seat) ? place(seat) : undefined),
      players.length,
    );
    // What goals are worth is the engine's to count, as it is told of them.
    const ofGoals = (seat: number): number => (this.goals ? (goalPoints(view, seat) ?? 0) : 0);
    this.players = players.map((player) => {
      const { seat, name, coins, display, vp, expeditions: owned } = player;
      const under = shipsOf(player);
      return {
        name,
        coins,
        display: [...display],
        expeditions: [...owned],
        more: vp - carried([...display, ...owned]) - ofGoals(seat),
        ...(under.length ? { under } : {}),
      };
    });
    this.harbor = harbor.flatMap(({ card }) =>
      card.kind === 'ship' || card.kind === 'person' ? [card] : [],
    );
    this.expeditions = expeditions.map(({ card }) => card);
    if (trading)
      this.midturn = {
        taken: taken.filter(({ seat }) => seat === active).length,
        ...(takes ? { takes_left: takes.left } : {}),
        ...(takes && acting === active ? { colors: takes.colors } : {}),
      };
    else if (pending?.kind === 'repel') this.midturn = { repel_pending: true };
    else
      this.midturn = players.some(({ seat }) => seat === claimant)
        ? { claimant: place(claimant ?? 0), busted: last?.reason === 'BUST' }
        : {};
  }

  /** Somebody changes what the turn has come to: only what lies there counts now. */
  anew(): void {
    this.midturn = {};
    if (this.goals) this.goals = afresh(this.goals);
    if (this.carried) this.carried = { ...this.carried, now: false };
  }

  /** Players sit elsewhere, or play no more. */
  protected reseat(to: (place: number) => number | undefined): void {
    if (this.goals) this.goals = moved(this.goals, to);
    if (this.carried) this.carried = movedAlong({ ...this.carried, now: false }, to);
  }

  /** Of goals only some are known: a ruling takes them as they are, a table has all of them or asks for them first. */
  protected get tellable(): ToldGoals | null {
    return this.goals && isWhole(this.goals) ? this.goals : null;
  }

  points({ more, display, expeditions }: Told): number {
    return carried([...display, ...expeditions]) + more;
  }

  /** As the engine reads it, seated clockwise from `first`. */
  told(first = 0): Record<string, unknown> {
    const count = Math.max(1, this.players.length);
    const seat = (place: number): number => (place - first + count) % count;
    const { claimant, ...turn } = this.midturn;
    const given = {
      active: this.active,
      acting: this.acting,
      start_player: this.start,
      ...(claimant === undefined ? {} : { claimant }),
    };
    const seats = Object.fromEntries(
      Object.entries(given).flatMap(([key, place]) => (place === null ? [] : [[key, seat(place)]])),
    );
    const seated = this.players.map((_, place) => this.players[(place + first) % count]);
    const under = Object.fromEntries(
      seated.flatMap((player, place) =>
        player?.under?.length ? [[String(place), $state.snapshot(player.under)]] : [],
      ),
    );
    const goals = this.tellable;
    const { carried } = this;
    const kept = (at: number): Record<string, unknown> =>
      goals ? (tellsOf(goals.module)?.player(goals.kept[(at + first) % count] ?? []) ?? {}) : {};
    return {
      players: seated.map((player, at) => ({
        ...this.row(player),
        ...kept(at),
        ...(carried ? carriedOf(carried, (at + first) % count) : {}),
      })),
      ...(Object.keys(under).length ? keptShips(under) : {}),
      ...seats,
      ...turn,
      phase: this.phase,
      harbor: this.harbor,
      round: this.round,
      ...(this.phase === 'trade_hire' ? { begun: this.begun } : {}),
      ...(this.expeditions === null ? {} : { expeditions: this.expeditions }),
      ...(goals ? goalKeys(goals, (at) => this.players[at]?.name ?? '') : {}),
      ...(carried ? carriedKeys(carried, (at) => this.players[at]?.name ?? '') : {}),
      ...(this.draws === null ? {} : { draw_pile: this.draws }),
      ...(this.discards === null ? {} : { discard_pile: this.discards }),
    };
  }

  get kept(): KeptSituation {
    const {
      players,
      phase,
      active,
      acting,
      start,
      round,
      begun,
      midturn,
      harbor,
      expeditions,
      draws,
      discards,
      goals,
      carried,
    } = this;
    return {
      players: $state.snapshot(players) as Told[],
      phase,
      active,
      acting,
      start,
      round,
      begun,
      midturn,
      harbor,
      expeditions,
      draws,
      discards,
      goals,
      carried,
    };
  }

  restore(kept: KeptSituation): void {
    Object.assign(this, kept);
  }

  private row(player: Told | undefined): Record<string, unknown> {
    if (!player) return {};
    const { name, coins, more } = player;
    const [display, expeditions] = [$state.snapshot(player.display), $state.snapshot(player.expeditions)];
    return {
      id: name,
      coins: coins ?? 0,
      display,
      expeditions_owned: expeditions,
      ...(more ? { vp: this.points(player) } : {}),
    };
  }
}

export function newcomer(name: string, coins: number | null = null): Told {
  return { name, coins, display: [], expeditions: [], more: 0 };
}

function carried(cards: (Person | Expedition)[]): number {
  return cards.reduce((sum, card) => sum + card.vp, 0);
}
