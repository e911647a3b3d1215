import { NoAnswer, people } from '../../../engine';
import type { Invite, Member, Members, TableKey } from '../../../engine';
import { addresses, askAddresses, linkTo } from '../../../engine/addresses';
import { playing } from '../../../engine/seating';
import { handOn } from '../../../parts/handing';
import type { Handed } from '../../../parts/handing';
import type { Stage } from '../../../parts/on-stage';
import { t } from '../../../words/words.svelte';
import { nodBody, placesFor } from './nod';
import type { Place } from './nod';

/** Whom a code lets in. */
type Guest = 'player' | 'spectator';

/** Who is at the table and how others come to it: what the server says of it, and what it is asked. */
export class Inviting {
  role = $state<Guest>('player');
  /** Whose row is open, and what is asked there. */
  chosen = $state<number | null>(null);
  doing = $state<'seat' | 'remove' | null>(null);
  problem = $state('');
  /** What became of the link. */
  handed = $state<Handed | null>(null);
  places = $state.raw(addresses());
  private asked = $state.raw<Members | null>(null);
  private invites = $state.raw<Partial<Record<Guest, Invite>>>({});
  /** The address that somebody has turned the code to. */
  private turnedTo = $state('');

  constructor(
    private readonly table: () => TableKey,
    /** As the stream tells them. */
    private readonly members: () => Members | null,
    private readonly stage: Stage,
  ) {}

  readonly now = $derived.by(() => this.members() ?? this.asked);
  readonly keeper = $derived.by(() => this.now?.role === 'keeper');
  readonly me = $derived.by(() => this.now?.members.find(({ member }) => member === this.now?.you));
  readonly invite = $derived.by(() => this.invites[this.role]);
  readonly address = $derived.by(
    () => this.places.find(({ url }) => url === this.turnedTo) ?? this.places[0],
  );
  readonly link = $derived.by(() =>
    this.invite ? linkTo(`/join/${this.table().code}/${this.invite.secret}`, this.address) : '',
  );
  /** Whoever is let in by the one key that is lit; while nobody knocks, it closes. */
  readonly lit = $derived.by(() => {
    const { now } = this;
    return now?.asking?.find((one) => placesFor(one, now, playing(this.stage.view)).likely)?.member;
  });

  /** Who is there, until the stream tells it. */
  async ask(): Promise<void> {
    await this.attempt(async () => (this.asked = await people().members(this.table())));
  }

  /** A code, where the keeper's phone has none of that kind. */
  async bringCode(): Promise<void> {
    const { role } = this;
    if (!this.keeper || this.invites[role]) return;
    await this.attempt(
      async () => (this.invites = { ...this.invites, [role]: await people().invite(this.table(), { role }) }),
    );
  }

  async bringPlaces(): Promise<void> {
    this.places = await askAddresses();
  }

  /** To the next address. */
  turn(): void {
    const at = this.places.findIndex(({ url }) => url === this.address?.url);
    this.turnedTo = this.places[(at + 1) % this.places.length]?.url ?? '';
    this.handed = null;
  }

  async share(): Promise<void> {
    this.handed = await handOn({ title: t('invite.title'), url: this.link });
  }

  /** Opens a row, or closes it. */
  choose(member: Member): void {
    this.chosen = this.chosen === member.member ? null : member.member;
    this.doing = null;
  }

  nod(one: Member, place: Place): Promise<void> {
    return this.change(() => people().answer(this.table(), one.member, true, nodBody(place)));
  }

  refuse(one: Member): Promise<void> {
    return this.change(() => people().answer(this.table(), one.member, false));
  }

  handOver(member: Member): Promise<void> {
    return this.change(() => people().handOver(this.table(), member.member));
  }

  claim(): Promise<void> {
    return this.change(() => people().claim(this.table()));
  }

  forgetClaim(member: Member): Promise<void> {
    return this.change(async () => {
      await people().forgetClaim(this.table(), member.member);
      return undefined;
    });
  }

  /** A keeper who seats somebody that looks on lets them play. */
  seat(member: Member, seat: number): Promise<void> {
    const plays = this.keeper && member.role === 'spectator' ? { role: 'player' as const } : {};
    return this.change(() => people().place(this.table(), member.member, { seat, ...plays }));
  }

  /** The code that this sheet shows may be one of those that have ended: then it shows a new one. */
  remove(member: Member, keepInvites: boolean): Promise<void> {
    return this.change(async () => {
      await people().remove(this.table(), member.member, keepInvites);
      if (!keepInvites) this.invites = {};
      return undefined;
    });
  }

  keeperOnly(on: boolean): Promise<void> {
    return this.change(() => people().keeperOnly(this.table(), on));
  }

  /** Of a phone without a name: whose it is. */
  named(member: Member): string {
    return (
      member.name ??
      (member.seat === null
        ? t(member.role === 'keeper' ? 'invite.keeper_phone' : 'invite.nameless', { count: member.member })
        : this.seatName(member.seat))
    );
  }

  seatName(seat: number): string {
    return this.stage.view.players[seat]?.name ?? '';
  }

  private async change(work: () => Promise<Members | undefined>): Promise<void> {
    await this.attempt(async () => {
      this.asked = (await work()) ?? this.asked;
      this.chosen = null;
      this.doing = null;
    });
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    this.problem = '';
    try {
      await work();
    } catch (error) {
      this.problem =
        error instanceof NoAnswer ? t('join.no_answer') : error instanceof Error ? error.message : '';
    }
  }
}
