import { NoAnswer, Rejected } from '../../engine';
import type { Card, Entry, Expedition, Laying, OwnBox, Person, Setup, Ship, View } from '../../engine';
import { trial } from '../../engine/beginnings';
import { setupBox } from '../../engine/own-box';
import type { RulesDesk, Ruling } from '../../engine/rules-desk';
import { newcomer, Situation } from '../../parts/situation.svelte';
import type { KeptSituation, Told, TurnPhase } from '../../parts/situation.svelte';
import { noGoals, tellsOf } from '../../parts/told-goals';
import type { ToldGoals } from '../../parts/told-goals';
import type { In } from '../../words/keys';

/** What may be asked of a situation: the steps of a ruling, under a name for the phone's words; `rule` if no line names one. */
export interface Query {
  key: In<'what_if.ask'>;
  steps: Step[];
  card?: Card;
  goal?: string;
  rule?: string;
}

/** Something that is taken as done before the next question, with what it came to. */
export interface Done {
  name: string;
  steps: Step[];
  coins: Record<string, number>;
}

type Step = Record<string, unknown> & { type: string };

export const MOST_PLAYERS = 5;
const COINS = 3;
/** What a question may do and the table still be the one that is set up here. */
const FOLLOWED = ['begin_part', 'take', 'pass'];

/** A situation of which questions are asked: one answer after the other can be taken as done. */
export class Supposition extends Situation {
  edition = $state('pegasus');
  modules = $state.raw<string[]>(['base']);
  options = $state.raw<Record<string, unknown>>({});
  /** What the table's box holds otherwise than the catalogue. */
  box = $state.raw<OwnBox | undefined>();
  /** What has been done since, one answer after the other. */
  past = $state.raw<Done[]>([]);
  /** Who acted, and whether his part had begun, before anything was done. */
  private first: { acting: number | null; begun: boolean } = { acting: 0, begun: false };

  /** Which goals could lie there, at tables that have such. */
  laying = $state.raw<Laying | null>(null);
  /** The table as it would begin, for what nobody has told of its goals. */
  tried = $state.raw<View | null>(null);
  private asksFor = '';

  constructor(
    names: string[],
    private readonly tries: (setup: Setup) => Promise<View> = trial,
  ) {
    super();
    this.expeditions = [];
    this.seat(names);
  }

  seat(names: string[]): void {
    this.players = names.map((name) => newcomer(name, COINS));
  }

  /** As the table stands now: one change, and it is a "what if". */
  take(view: View): void {
    this.takeOver(view);
    Object.assign(this, {
      edition: view.edition,
      modules: view.modules,
      options: view.options,
      box: view.box && setupBox(view.box),
      past: [],
    });
  }

  /** Asks the engine which goals such a table has, and for the pile that goes with what is told of them. */
  async findGoals(): Promise<void> {
    const { edition, modules, options } = this;
    const setup = { edition, modules, options, players: this.players.map(({ name }) => name) };
    const key = JSON.stringify([setup, this.goals]);
    if (key === this.asksFor) return;
    this.asksFor = key;
    const asked = async (one: Setup): Promise<View | null> => {
      try {
        return await this.tries(one);
      } catch (error) {
        if (error instanceof Rejected || error instanceof NoAnswer) return null;
        throw error;
      }
    };
    const laying = (await asked(setup))?.laying ?? null;
    const tried =
      laying && this.goals && super.tellable ? await asked({ ...setup, situation: this.told() }) : null;
    if (key !== this.asksFor) return;
    Object.assign(this, { laying, tried });
    if (!laying) this.goals = null;
    else if (this.goals?.module !== laying.module) this.goals = noGoals(laying);
    else if (this.goals.count !== laying.count)
      this.goals = { ...this.goals, count: laying.count, lying: this.goals.lying.slice(0, laying.count) };
  }

  protected override get tellable(): ToldGoals | null {
    return this.goals?.lying.length ? this.goals : null;
  }

  /** Whether whoever acts may complete the goals that were told, each by its entry. */
  private get completing(): Query[] {
    const { goals, laying, acting } = this;
    const tells = goals && tellsOf(goals.module);
    const before = this.phase === 'discover' ? [] : this.opening;
    return (goals?.lying ?? []).flatMap(({ name }): Query[] => {
      const entry = laying?.pool.find((one) => one.name === name)?.entry;
      return tells && entry
        ? [{ key: 'goal', goal: name, steps: [...before, tells.completes(name, entry, acting)] }]
        : [];
    });
  }

  /** A tap on a player makes him the one who acts: the active one in discover, the taker in trade and hire. */
  act(seat: number): void {
    if (this.phase === 'discover') {
      this.active = seat;
      this.past = [];
    }
    if (this.past.length && seat === this.acting) return;
    if (seat !== this.acting && !this.past.length) this.anew();
    this.acting = seat;
    this.begun = false;
  }

  join(name: string): void {
    this.players.push(newcomer(name, COINS));
  }

  leave(seat: number): void {
    this.reseat((place) => (place === seat ? undefined : place > seat ? place - 1 : place));
    this.players.splice(seat, 1);
    this.active = this.start = 0;
    this.act(0);
  }

  turnTo(phase: TurnPhase): void {
    this.anew();
    this.phase = phase;
    this.acting = this.active;
    this.begun = false;
    this.past = [];
  }

  add(card: Card): void {
    if (card.kind === 'expedition') this.expeditions = [...this.lyingOut, card];
    else if (card.kind !== 'tax') {
      this.anew();
      this.harbor = [...this.harbor, card];
    }
  }

  removeFromHarbor(index: number): void {
    this.anew();
    this.harbor = this.harbor.filter((_, at) => at !== index);
  }

  removeExpedition(index: number): void {
    this.expeditions = this.lyingOut.filter((_, at) => at !== index);
  }

  get lyingOut(): Expedition[] {
    return this.expeditions ?? [];
  }

  /** Coins as they are after what has been done. */
  coins({ name, coins }: Told): number {
    return this.past.at(-1)?.coins[name] ?? coins ?? 0;
  }

  /** What lies in the harbor after what has been done, each card with its place. */
  get lying(): { card: Ship | Person; index: number }[] {
    const taken = this.past.flatMap(({ steps }) =>
      steps.filter(({ type }) => type === 'take').map((step) => step['harbor_index']),
    );
    return this.harbor.map((card, index) => ({ card, index })).filter(({ index }) => !taken.includes(index));
  }

  /** Whether it can be taken as done, and the next thing asked. */
  leadsOn({ steps }: Query, ruling: Ruling): boolean {
    return (
      ruling.result !== 'denied' &&
      this.phase === 'trade_hire' &&
      steps.every(({ type }) => FOLLOWED.includes(type))
    );
  }

  goOn(name: string, query: Query, ruling: Ruling): void {
    if (!this.past.length) this.first = { acting: this.acting, begun: this.begun };
    this.past = [
      ...this.past,
      { name, steps: query.steps, coins: (ruling['coins'] as Record<string, number> | undefined) ?? {} },
    ];
    this.begun = true;
  }

  /** Another situation: nothing has been done in it. */
  forget(): void {
    if (!this.past.length) return;
    this.past = [];
    Object.assign(this, this.first);
  }

  goBack(): void {
    this.past = this.past.slice(0, -1);
    const by = this.past.at(-1)?.steps.at(-1)?.['by'];
    if (typeof by === 'number') Object.assign(this, { acting: by, begun: true });
    else Object.assign(this, this.first);
  }

  /** What can be asked of whoever acts, in the order of a turn. */
  get queries(): Query[] {
    const by = this.acting;
    const claims = this.lyingOut.map((card, index): Query => ({
      key: 'claim',
      card,
      steps: [{ type: 'claim_expedition', by, expedition_index: index }],
    }));
    const takes: Query = {
      key: 'takes',
      rule: 'takes',
      steps: [{ type: 'query', what: 'takes_allowed', player: by }],
    };
    const standing: Query[] = [
      { key: 'ends', rule: 'end_trigger', steps: [{ type: 'query', what: 'end_triggered' }] },
      { key: 'wins', rule: 'winner', steps: [{ type: 'query', what: 'winner' }] },
    ];
    if (this.phase === 'discover')
      return [
        takes,
        { key: 'stop', steps: [{ type: 'stop', by }] },
        ...claims,
        ...this.completing,
        ...standing,
      ];
    return [
      takes,
      ...(this.opening.length ? [{ key: 'paid' as const, rule: 'others_turn', steps: this.opening }] : []),
      ...claims,
      ...this.completing,
      ...standing,
    ];
  }

  /** May this card be taken, and for what? In discover: once the active player has stopped. */
  taking(index: number): Query {
    const by = this.acting;
    const before =
      this.phase === 'discover'
        ? [
            { type: 'stop', by },
            { type: 'begin_part', by },
          ]
        : this.opening;
    return {
      key: 'take',
      steps: [...before, { type: 'take', by, harbor_index: index }],
      ...(this.harbor[index] ? { card: this.harbor[index] } : {}),
    };
  }

  /** What follows if this card is drawn next. */
  drawing(card: Card): Query {
    return {
      key: 'draw',
      card,
      rule: 'draw',
      steps: [{ type: 'draw', by: this.active, card: card.id ?? card }],
    };
  }

  /** A ship that is drawn next and at once repelled. */
  repelling(card: Card): Query {
    return {
      key: 'repel',
      card,
      rule: 'repel',
      steps: [{ type: 'draw', by: this.active, card: card.id ?? card, repel: true }],
    };
  }

  ask(desk: RulesDesk, query: Query): Promise<Ruling> {
    const steps = [...this.past.flatMap((done) => done.steps), ...query.steps];
    return desk.ruling({
      edition: this.edition,
      modules: this.modules,
      options: this.options,
      ...(this.box ? { box: this.box } : {}),
      situation: this.situation,
      steps,
    });
  }

  /** How the part of whoever acts opens: after what has been done, everybody before him passes. */
  private get opening(): Step[] {
    if (this.begun) return [];
    const last = this.past.at(-1)?.steps.at(-1)?.['by'];
    const between: Step[] = [];
    if (typeof last === 'number') {
      for (
        let seat = (last + 1) % this.players.length;
        seat !== this.acting && seat !== last;
        seat = (seat + 1) % this.players.length
      ) {
        between.push({ type: 'begin_part', by: seat }, { type: 'pass', by: seat });
      }
    }
    return [...between, { type: 'begin_part', by: this.acting }];
  }

  /** The table before anything was done, and what is entered to come to where it is. */
  get beginning(): { situation: KeptSituation; done: Entry[] } {
    const done = this.past.flatMap(({ steps }) => steps).filter(({ type }) => type === 'take');
    const situation = {
      ...this.kept,
      ...(this.past.length ? this.first : {}),
      expeditions: this.lyingOut.length ? this.lyingOut : null,
    };
    return { situation, done: done.map((step) => ({ ...step, passing: true })) };
  }

  private get situation(): Record<string, unknown> {
    return { ...this.told(), ...(this.past.length ? this.first : {}) };
  }
}
