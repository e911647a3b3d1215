import type { Card, Expedition, Person, Ship, View } from '../../engine';
import type { RulesDesk, Ruling } from '../../engine/rules-desk';

/** A player of a situation set up by hand. */
export interface Supposed { name: string; coins: number; display: Person[] }

/** What may be asked of a situation: the steps of a ruling, under a name for the phone's words. */
export interface Query { key: string; steps: Record<string, unknown>[]; card?: Card }

export const MOST_PLAYERS = 5;
const COINS = 3;

/** A table that the phone never saw, put together with a few taps; the engine says what follows. */
export class Supposition {
  edition = $state('pegasus');
  modules = $state.raw<string[]>(['base']);
  options = $state.raw<Record<string, unknown>>({});
  players = $state<Supposed[]>([]);
  phase = $state<'discover' | 'trade_hire'>('discover');
  active = $state(0);
  acting = $state(0);
  harbor = $state.raw<(Ship | Person)[]>([]);
  expeditions = $state.raw<Expedition[]>([]);
  /** The live table's part that is under way has paid already. */
  begun = $state(false);

  constructor(names: string[]) {
    this.players = names.map((name) => ({ name, coins: COINS, display: [] }));
  }

  /** As the table stands now: one change, and it is a "what if". */
  take({ edition, modules, options, players, phase, active, acting, harbor, expeditions }: View): void {
    Object.assign(this, { edition, modules, options, active, acting, phase: phase === 'trade_hire' ? phase : 'discover' });
    this.players = players.map(({ name, coins, display }) => ({ name, coins, display: [...display] }));
    this.harbor = harbor.flatMap(({ card }) => (card.kind === 'ship' || card.kind === 'person' ? [card] : []));
    this.expeditions = expeditions.map(({ card }) => card);
    this.begun = phase === 'trade_hire';
  }

  /** A tap on a player makes him the one who acts: the active one in discover, the taker in trade and hire. */
  act(seat: number): void {
    if (this.phase === 'discover') this.active = seat;
    this.acting = seat;
    this.begun = false;
  }

  join(name: string): void {
    this.players.push({ name, coins: COINS, display: [] });
  }

  turnTo(phase: 'discover' | 'trade_hire'): void {
    this.phase = phase;
    this.acting = this.active;
    this.begun = false;
  }

  add(card: Card): void {
    if (card.kind === 'expedition') this.expeditions = [...this.expeditions, card];
    else if (card.kind !== 'tax') this.harbor = [...this.harbor, card];
  }

  removeFromHarbor(index: number): void {
    this.harbor = this.harbor.filter((_, at) => at !== index);
  }

  removeExpedition(index: number): void {
    this.expeditions = this.expeditions.filter((_, at) => at !== index);
  }

  /** What can be asked of whoever acts, in the order of a turn. */
  get queries(): Query[] {
    const by = this.acting;
    const opened = this.begun ? [] : [{ type: 'begin_part', by }];
    const claims = this.expeditions.map((card, index) => ({ key: 'claim', card, steps: [{ type: 'claim_expedition', by, expedition_index: index }] }));
    const takes: Query = { key: 'takes', steps: [{ type: 'query', what: 'takes_allowed', player: by }] };
    if (this.phase === 'discover') return [takes, { key: 'stop', steps: [{ type: 'stop', by }] }, ...claims];
    return [takes, ...(this.begun ? [] : [{ key: 'paid', steps: opened }]), ...claims];
  }

  /** May this card be taken, and for what? In discover: once the active player has stopped. */
  taking(index: number): Query {
    const by = this.acting;
    const before = this.phase === 'discover' ? [{ type: 'stop', by }, { type: 'begin_part', by }] : this.begun ? [] : [{ type: 'begin_part', by }];
    return { key: 'take', steps: [...before, { type: 'take', by, harbor_index: index }], ...(this.harbor[index] ? { card: this.harbor[index] } : {}) };
  }

  /** What follows if this card is drawn next. */
  drawing(card: Card): Query {
    return { key: 'draw', card, steps: [{ type: 'draw', by: this.active, card: card.id ?? card }] };
  }

  ask(desk: RulesDesk, query: Query): Promise<Ruling> {
    return desk.ruling({ edition: this.edition, modules: this.modules, options: this.options, situation: this.situation, steps: query.steps });
  }

  private get situation(): Record<string, unknown> {
    return {
      players: this.players.map(({ name, coins, display }) => ({ id: name, coins, display: $state.snapshot(display) })),
      active: this.active, acting: this.acting, phase: this.phase, harbor: this.harbor, expeditions: this.expeditions,
    };
  }
}
