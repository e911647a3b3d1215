import { describe, expect, it } from 'vitest';

import type { Members } from '../engine';
import { fixture } from '../fixtures/views';
import { groupNow, membersNow, sameGroup } from './renamed';

const before = fixture('discover');
const [first, second] = before.order;
const named = {
  ...before,
  players: before.players.map((player) => (player.seat === second ? { ...player, name: 'Zoe' } : player)),
};
const was = before.players[second ?? 0]?.name ?? '';

describe('somebody who is called otherwise', () => {
  it('is so in the list of phones, but for whoever has another name there', () => {
    const members = {
      members: [
        { member: 1, name: null, seat: null, role: 'keeper' },
        { member: 2, name: was, seat: second, role: 'player' },
        { member: 3, name: 'Own', seat: first, role: 'player' },
      ],
    } as unknown as Members;
    expect(membersNow(members, before, named).members.map(({ name }) => name)).toEqual([null, 'Zoe', 'Own']);
  });

  it('comes again by that name with the group that played last, and another group is left alone', () => {
    const players = before.order.map((seat) => before.players[seat]?.name ?? '');
    const kept = { edition: 'pegasus', modules: [], options: {}, players };
    const seated = { ...named, order: [...named.order].reverse(), start_player: second ?? 0 };
    const group = groupNow(kept, before, seated);
    expect(group?.players).toEqual(players.map((name) => (name === was ? 'Zoe' : name)).reverse());
    expect(group?.players[group.start ?? -1]).toBe('Zoe');
    const others = { ...kept, players: ['Kim', 'Lou'] };
    expect(groupNow(others, before, seated)).toBeUndefined();
    expect(groupNow(undefined, before, seated)).toBeUndefined();
  });

  it('is no other group while nothing of it has changed', () => {
    expect(sameGroup(before, { ...before })).toBe(true);
    expect(sameGroup(before, named)).toBe(false);
  });
});
