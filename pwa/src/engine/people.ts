import type { Address } from './addresses';
import type { TableKey } from './engine';
import type { Asked, Invitation, Members, NewInvite } from './api';
import type { ServerEngine } from './server';
import type { Entry } from './types';

export type { Asked, Doubt, Invitation, Member, Members } from './api';
export type Role = Members['role'];
export type { NewInvite as Invite } from './api';

export interface Wish {
  seat?: number;
  name?: string;
  token: string;
}

/** Whether somebody with that place may enter anything. */
export function mayEnter({ role, seat, keeper_only }: Members): boolean {
  return role === 'keeper' || (role === 'player' && seat !== null && !keeper_only);
}

/** Who is at a table, and how one gets there. Only the server knows it. */
export class People {
  constructor(private readonly server: ServerEngine) {}

  /** By which addresses other phones can come to this server. */
  async addresses(): Promise<Address[]> {
    return (await this.server.ask<{ addresses: Address[] }>('GET', '/addresses')).addresses;
  }

  members(table: TableKey): Promise<Members> {
    return this.server.members(table);
  }

  invite(table: TableKey, content: { role: 'player' | 'spectator'; seat?: number }): Promise<NewInvite> {
    return this.server.ask('POST', `/tables/${table.code}/invites`, content, table.token);
  }

  /** The keeper's nod, with the place that it gives; or not. */
  answer(
    table: TableKey,
    member: number,
    approve: boolean,
    place: { role?: 'spectator'; seat?: number; second_phone?: true } = {},
  ): Promise<Members> {
    return this.server.ask(
      'POST',
      `/tables/${table.code}/members/${member}/answer`,
      { approve, ...place },
      table.token,
    );
  }

  handOver(table: TableKey, member: number): Promise<Members> {
    return this.server.ask('POST', `/tables/${table.code}/keeper`, { member }, table.token);
  }

  /** Asks to be the keeper; asked again after the keeper's time to say no, this phone is. */
  claim(table: TableKey, again = false): Promise<Members> {
    const path = `/tables/${table.code}/keeper/claim${again ? '?again=true' : ''}`;
    return this.server.ask('POST', path, undefined, table.token);
  }

  /** The keeper's no, or an own claim taken back. */
  forgetClaim(table: TableKey, member: number): Promise<void> {
    return this.server.ask('DELETE', `/tables/${table.code}/members/${member}/claim`, undefined, table.token);
  }

  place(
    table: TableKey,
    member: number,
    content: { seat?: number | null; role?: 'player' | 'spectator' },
  ): Promise<Members> {
    return this.server.ask('PATCH', `/tables/${table.code}/members/${member}`, content, table.token);
  }

  /** Asks everybody whether the draw is the same card that others entered. */
  doubt(table: TableKey, entryId: string, entry: Entry): Promise<Members> {
    return this.server.ask('PUT', `/tables/${table.code}/doubt`, { entry_id: entryId, entry }, table.token);
  }

  doubtNoMore(table: TableKey): Promise<void> {
    return this.server.ask('DELETE', `/tables/${table.code}/doubt`, undefined, table.token);
  }

  /** The answer to what another member asks. */
  settle(table: TableKey, member: number, sameCard: boolean): Promise<Members> {
    return this.server.ask(
      'POST',
      `/tables/${table.code}/members/${member}/doubt`,
      { same_card: sameCard },
      table.token,
    );
  }

  keeperOnly(table: TableKey, on: boolean): Promise<Members> {
    return this.server.ask('PATCH', `/tables/${table.code}/members`, { keeper_only: on }, table.token);
  }

  /** What the group calls its table; null: it has no name. */
  call(table: TableKey, name: string | null): Promise<Members> {
    return this.server.ask('PATCH', `/tables/${table.code}/members`, { table_name: name }, table.token);
  }

  /** The links and codes that hold end with whoever is removed, unless they are kept. */
  remove(table: TableKey, member: number, keepInvites: boolean): Promise<void> {
    return this.server.ask(
      'DELETE',
      `/tables/${table.code}/members/${member}?keep_invites=${keepInvites}`,
      undefined,
      table.token,
    );
  }

  invitation(code: string, secret: string): Promise<Invitation> {
    return this.server.ask('POST', `/tables/${code}/invitation`, { secret });
  }

  join(code: string, secret: string, wish: Wish): Promise<Asked> {
    return this.server.ask('POST', `/tables/${code}/join`, { secret, ...wish });
  }

  /** Asks the keeper to come in, by a code that was typed. */
  request(shortCode: string, wish: Wish): Promise<Asked> {
    return this.server.ask('POST', '/join', { short_code: shortCode, ...wish });
  }

  asked(token: string): Promise<Asked> {
    return this.server.ask('GET', '/join', undefined, token);
  }
}
