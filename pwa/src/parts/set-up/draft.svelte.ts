import type { About, Edition, Entry, Played, Mix, OptionInfo, OwnBox, Setup } from '../../engine';
import { newId } from '../../engine';
import { sameName } from '../../engine/naming';
import { isOrdinary, setupBox } from '../../engine/own-box';
import type { Standing } from '../../engine/module-view';
import { keepingsOf } from '../keeping';
import type { Keeping } from '../keeping';
import { campaignId } from '../../stores/campaigns';
import type { Campaign } from '../../stores/campaigns';
import type { LastGroup } from '../../stores/database';
import { unnamed } from './unnamed';

/** Somebody at the table; without a name until they say it. */
export interface Seat {
  id: string;
  name: string;
}

/** What can be played: a game, or what is mixed into one and changes how it is played. */
export interface Play {
  module: string;
  game: string;
}

/** What was tapped and is for fewer, with the seats that are too many; or what one more seat has put an end to. */
export interface Crowd {
  play?: string;
  way?: string;
  seats?: Seat[];
}

/** A way to play that the chosen modules have, and for how many. */
export interface WayToPlay {
  way: string;
  least: number;
  most: number;
}

/** What is played where nothing else is said: everybody for himself. */
const EVERYBODY = 'competitive';

/** What the group has chosen so far. What fits together is the server's to say; here lie only the choices. */
export class Draft {
  edition = $state('');
  seats = $state.raw<Seat[]>([]);
  start = $state('');
  /** The module that is the game; the others are mixed into it. */
  game = $state('');
  modules = $state.raw<string[]>([]);
  /** Against each other, together, alone: what was chosen; it counts where it can be played. */
  wished = $state(EVERYBODY);
  /** How much is recorded: what was chosen; it counts where what is played can do with it. */
  wishedKeeping = $state<Keeping>('cards');
  /** Only what differs from the edition's default. */
  options = $state.raw<Record<string, unknown>>({});
  /** What the group's box of each edition holds otherwise than the catalogue. */
  own = $state.raw<Record<string, OwnBox>>({});
  /** Stories that go over several evenings, as this phone keeps them. */
  campaigns = $state.raw<Campaign[]>([]);
  /** Everybody is told what may come next. */
  wishedCoach = $state(false);
  /** Who was taken out last, and from where: one tap puts them back. */
  removed = $state.raw<{ seat: Seat; at: number; starts: boolean } | null>(null);
  crowded = $state.raw<Crowd | null>(null);
  /** What a name looks like, once that is known. */
  looks = $state.raw<((name: string) => string) | null>(null);
  /** Names that look like another's, and are meant so: those of the last evening, and those kept after being asked. */
  private meant = $state.raw<string[]>([]);
  /** By field of the set-up: `players[1]`, `options.required_vp`. */
  errors = $state.raw<Record<string, string>>({});

  constructor(
    private readonly editions: Edition[],
    last?: LastGroup,
  ) {
    const names = last?.players ?? ['', ''];
    this.meant = last?.players ?? [];
    this.seats = names.map((name) => ({ id: newId(), name }));
    this.start = (this.seats[last?.start ?? 0] ?? this.seats[0])?.id ?? '';
    this.take(last?.edition ?? editions[0]?.id ?? '');
    if (last) {
      // Of a table only its modules are known.
      this.begin(
        last.game ?? this.games.find(({ module }) => last.modules.includes(module))?.module ?? this.game,
      );
      this.modules = last.modules.filter((module) => this.extras.includes(module));
      this.wished = this.ways.find(({ way }) => last.modules.includes(way))?.way ?? EVERYBODY;
      this.options = keepKnown(last.options, this.box?.options ?? []);
      this.wishedKeeping = last.keeping ?? 'cards';
      if (last.players.length) this.fit();
    }
  }

  get box(): Edition | undefined {
    return this.editions.find((edition) => edition.id === this.edition);
  }

  /** Modules of the box that are games by themselves. */
  get games(): Played[] {
    return (this.box?.played ?? []).filter(({ alone }) => alone);
  }

  private get playing(): Played | undefined {
    return this.games.find(({ module }) => module === this.game);
  }

  /** Modules that may be mixed into the game. */
  get extras(): string[] {
    return this.playing?.mixed ?? [];
  }

  /** What a box of several games is asked for first; none where it has only one. */
  get plays(): Play[] {
    const [first, ...others] = this.games;
    if (!first || others.length === 0) return [];
    return (this.box?.played ?? []).flatMap(({ module, alone, ways }) => {
      if (alone) return [{ module, game: module }];
      return ways.length > 1 && first.mixed.includes(module) ? [{ module, game: first.module }] : [];
    });
  }

  /** Those of the mixed in ones that are asked for with the games. */
  get leads(): string[] {
    return this.plays
      .filter(({ module, game }) => module !== game && game === this.game)
      .map(({ module }) => module);
  }

  get play(): string {
    return this.leads.find((module) => this.modules.includes(module)) ?? this.game;
  }

  get chosen(): string[] {
    return [this.game, ...this.modules];
  }

  get keepings(): Keeping[] {
    return keepingsOf(this.chosen, this.box?.played ?? []);
  }

  get keeping(): Keeping {
    return this.keepings.includes(this.wishedKeeping) ? this.wishedKeeping : 'cards';
  }

  /** Where not every card is recorded, nobody can say what may come. */
  get coach(): boolean {
    return this.wishedCoach && this.keeping === 'cards';
  }

  /** What the log begins with. */
  get entries(): Entry[] {
    return [
      ...(this.keeping === 'cards' ? [] : [{ type: 'keeping', how: this.keeping } as const]),
      ...(this.coach ? [{ type: 'coach', on: true } as const] : []),
    ];
  }

  /** Of what is chosen, those that the box does not play together, or advises against. */
  get mixes(): Mix[] {
    const { chosen } = this;
    return (this.box?.mixes ?? []).filter(
      ({ module, other }) => chosen.includes(module) && chosen.includes(other),
    );
  }

  /** The ways to play that the chosen modules have beside the ordinary one; none where that is the only one. */
  get ways(): WayToPlay[] {
    const chosen = (this.box?.played ?? []).filter(
      ({ module }) => module === this.game || this.modules.includes(module),
    );
    const all = chosen.flatMap(({ ways }) => ways);
    // What comes later of one way is of the module that was mixed in.
    const found = all.filter(({ way }, at) => !all.slice(at + 1).some((one) => one.way === way));
    return found.length > 1 ? found : [];
  }

  get way(): string {
    return this.ways.some(({ way }) => way === this.wished) ? this.wished : EVERYBODY;
  }

  get players(): { min: number; max: number } {
    const found = this.way === EVERYBODY ? undefined : this.ways.find(({ way }) => way === this.way);
    if (found) return { min: found.least, max: found.most };
    return this.playing?.players ?? { min: 1, max: Infinity };
  }

  /** How few can play it, in whatever way. */
  get least(): number {
    return Math.min(this.players.min, ...this.ways.map(({ least }) => least));
  }

  /** How many can play a game, in whatever way. */
  mostOf(game: string): number {
    const found = this.games.find(({ module }) => module === game);
    return found ? Math.max(found.players.max, ...found.ways.map(({ most }) => most)) : Infinity;
  }

  /** How many the box has seats for. */
  get most(): number {
    return Math.max(0, ...this.games.map(({ module }) => this.mostOf(module)));
  }

  /** The seats that a game has no place for. */
  beyond(game: string): Seat[] {
    return this.seats.slice(this.mostOf(game));
  }

  /** Who has a name and no place in that way to play; a seat without a name goes by itself. */
  beyondWay(which: string): Seat[] {
    const found = this.ways.find(({ way }) => way === which);
    return found ? this.seats.filter(named).slice(found.most) : [];
  }

  /** What is played is tapped: where it is for fewer, the seats that are too many are marked. */
  pick(module: string): void {
    const play = this.plays.find((one) => one.module === module);
    if (!play) return;
    const seats = this.beyond(play.game);
    if (seats.length) {
      this.crowded = { play: module, seats };
      return;
    }
    const { leads } = this;
    this.begin(play.game);
    this.modules = this.modules.filter((one) => !leads.includes(one) && !this.leads.includes(one));
    if (module !== play.game) this.modules = [...this.modules, module];
    this.fit();
  }

  goAbout(way: string): void {
    const seats = this.beyondWay(way);
    if (seats.length) {
      this.crowded = { way, seats };
      return;
    }
    this.wished = way;
    this.crowded = null;
    const spare = this.seats.filter((seat) => !named(seat)).reverse();
    for (const seat of spare.slice(0, Math.max(0, this.seats.length - this.players.max))) this.drop(seat);
    this.fill();
    this.errors = {};
  }

  /** Where more sit there than the game is for, the first one of the box is played; the way follows the seats, too. */
  private fit(): void {
    const { play, game } = this;
    const first = this.games[0]?.module ?? '';
    if (this.beyond(game).length && first !== game) {
      this.begin(first);
      this.crowded = { play };
    }
    const count = this.seats.length;
    const ways = this.ways.filter(({ least, most }) => least <= count && count <= most);
    if (!ways.some(({ way }) => way === this.way)) this.wished = ways[0]?.way ?? this.wished;
    this.fill();
  }

  /** No table has fewer seats than what is played there needs. */
  private fill(): void {
    const missing = Math.max(0, this.players.min - this.seats.length);
    this.seats = [...this.seats, ...Array.from({ length: missing }, () => ({ id: newId(), name: '' }))];
    if (!this.seats.some(({ id }) => id === this.start)) this.start = this.seats[0]?.id ?? '';
  }

  private drop(seat: Seat | undefined): void {
    this.seats = this.seats.filter((one) => one !== seat);
    if (this.start === seat?.id) this.start = this.seats[0]?.id ?? '';
  }

  /** Another game of the box; what is not mixed into it goes. */
  private begin(game: string): void {
    this.crowded = null;
    this.game = this.games.some(({ module }) => module === game) ? game : (this.games[0]?.module ?? '');
    this.modules = this.modules.filter((module) => this.extras.includes(module));
    this.errors = {};
  }

  /** Another box has its own options; what it does not know is dropped. */
  choose(edition: string): void {
    this.take(edition);
    this.fit();
  }

  private take(edition: string): void {
    this.edition = edition;
    this.begin(this.game);
    this.options = keepKnown(this.options, this.box?.options ?? []);
  }

  /** Whether it makes a difference to what is played. */
  counts({ key, module }: OptionInfo): boolean {
    return !this.playing?.without.includes(key) && (module === undefined || this.modules.includes(module));
  }

  value(option: OptionInfo): unknown {
    return this.options[option.key] ?? option.default;
  }

  set(option: OptionInfo, value: unknown): void {
    const { [option.key]: _before, ...others } = this.options;
    this.options = value === option.default ? others : { ...others, [option.key]: value };
    this.forgive(`options.${option.key}`);
  }

  toggle(module: string): void {
    this.modules = this.modules.includes(module)
      ? this.modules.filter((one) => one !== module)
      : [...this.modules, module];
    this.fit();
    this.forgive('modules');
  }

  keepsBox(own: OwnBox): void {
    this.own = { ...this.own, [this.edition]: own };
    this.forgive('box');
  }

  rename(id: string, name: string): void {
    this.seats = this.seats.map((seat) => (seat.id === id ? { ...seat, name } : seat));
    this.recount();
  }

  add(): Seat {
    const seat = { id: newId(), name: '' };
    this.seats = [...this.seats, seat];
    this.removed = null;
    this.recount();
    return seat;
  }

  remove(id: string): void {
    const at = this.seats.findIndex((seat) => seat.id === id);
    const seat = this.seats[at];
    if (!seat || this.seats.length <= this.least) return;
    this.removed = named(seat) ? { seat, at, starts: this.start === id } : null;
    this.drop(seat);
    this.recount();
  }

  putBack(): Seat | null {
    if (!this.removed) return null;
    const { seat, at, starts } = this.removed;
    this.seats = [...this.seats.slice(0, at), seat, ...this.seats.slice(at)];
    if (starts) this.start = seat.id;
    this.removed = null;
    this.recount();
    return seat;
  }

  /** Moves somebody by places; false at the end of the table. */
  move(id: string, by: number): boolean {
    const from = this.seats.findIndex((seat) => seat.id === id);
    const to = from + by;
    if (from < 0 || to < 0 || to >= this.seats.length) return false;
    const seats = [...this.seats];
    seats.splice(to, 0, ...seats.splice(from, 1));
    this.seats = seats;
    this.forgive('players');
    return true;
  }

  /** The players clockwise from whoever starts: that is how a table is opened. */
  get order(): Seat[] {
    const at = Math.max(
      0,
      this.seats.findIndex((seat) => seat.id === this.start),
    );
    return [...this.seats.slice(at), ...this.seats.slice(0, at)];
  }

  get starter(): Seat | undefined {
    return this.order[0];
  }

  /** What each of them is called, by the seat: whoever has no name by the place, or by the next that nobody is called by. */
  get names(): Record<string, string> {
    const taken = this.seats.filter(named).map(({ name }) => name.trim());
    return Object.fromEntries(
      this.seats.map((seat, at) => {
        if (named(seat)) return [seat.id, seat.name.trim()];
        const places = Array.from({ length: 2 * this.seats.length }, (_, more) => unnamed(at + more + 1));
        const name = places.find((one) => !taken.some((other) => sameName(one, other))) ?? '';
        taken.push(name);
        return [seat.id, name];
      }),
    );
  }

  private get ordered(): string[] {
    const { names } = this;
    return this.order.map(({ id }) => names[id] ?? '');
  }

  /** Two whose names look the same and are written otherwise; the later one is asked about. */
  get alike(): { seat: Seat; other: Seat } | null {
    const { looks } = this;
    if (!looks) return null;
    const seats = this.seats.filter((seat) => named(seat));
    for (const [at, seat] of seats.entries()) {
      const name = seat.name.trim();
      const other = seats
        .slice(0, at)
        .find((one) => !sameName(one.name, name) && looks(one.name) === looks(name));
      if (other && !(this.meant.includes(name) && this.meant.includes(other.name.trim())))
        return { seat, other };
    }
    return null;
  }

  keepBoth({ seat, other }: { seat: Seat; other: Seat }): void {
    this.meant = [...this.meant, seat.name.trim(), other.name.trim()];
  }

  /** The options without those that mean nothing in this game. */
  private get agreed(): Record<string, unknown> {
    return keepKnown(
      this.options,
      (this.box?.options ?? []).filter((option) => this.counts(option)),
    );
  }

  private get ofWay(): string[] {
    return this.way === EVERYBODY ? [] : [this.way];
  }

  /** Where this group stands in the story of the game. */
  standing(game = this.game): Standing | undefined {
    const id = campaignId(this.edition, this.way, this.ordered);
    return this.campaigns.find((one) => one.id === id && one.modules.includes(game))?.standing;
  }

  get setup(): Setup {
    const own = this.own[this.edition];
    const campaign = this.standing();
    return {
      ...(own && !isOrdinary(own) ? { box: setupBox(own) } : {}),
      edition: this.edition,
      modules: [this.game, ...this.modules, ...this.ofWay],
      options: this.agreed,
      players: this.ordered,
      ...(campaign ? { campaign } : {}),
    };
  }

  /** The same for as many players: who they are makes no difference. */
  get counted(): Setup {
    return { ...this.setup, players: this.seats.map((_, seat) => String(seat + 1)) };
  }

  get group(): LastGroup {
    return {
      edition: this.edition,
      ...(this.game === this.games[0]?.module ? {} : { game: this.game }),
      modules: [...this.modules, ...this.ofWay],
      options: this.options,
      players: this.seats.map((seat) => seat.name.trim()),
      ...(this.keeping === 'cards' ? {} : { keeping: this.keeping }),
      start: this.seats.findIndex((seat) => seat === this.starter),
    };
  }

  /** Puts what the server found wrong beside the field it is about; `said` says it in words for that field. */
  blame(about: About, said: (field: string) => string): void {
    const field = about.field ?? (about.rule === 'player_count' ? 'players' : '');
    const place = /^players\[(\d+)\]/.exec(field);
    const seat = place ? this.order[Number(place[1])] : undefined;
    const key = seat
      ? `seat:${seat.id}`
      : field.startsWith('options.')
        ? field.split('.').slice(0, 2).join('.')
        : (field.split(/[.[]/)[0] ?? '');
    this.errors = { [key]: said(key) };
  }

  /** Others sit there now, or have a name. */
  private recount(): void {
    const { play, way } = this.crowded ?? {};
    const game = this.plays.find(({ module }) => module === play)?.game ?? '';
    if (!this.beyond(game).length && !this.beyondWay(way ?? '').length) this.crowded = null;
    this.fit();
    this.forgive('players');
  }

  private forgive(about: string): void {
    const kept = Object.entries(this.errors).filter(
      ([key]) => key !== about && key !== '' && !(about === 'players' && key.startsWith('seat:')),
    );
    this.errors = Object.fromEntries(kept);
  }
}

function named({ name }: Seat): boolean {
  return name.trim() !== '';
}

function keepKnown(chosen: Record<string, unknown>, known: OptionInfo[]): Record<string, unknown> {
  const keys = new Set(
    known.filter((option) => chosen[option.key] !== option.default).map((option) => option.key),
  );
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => keys.has(key)));
}
