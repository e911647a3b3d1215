import { describe, expect, it } from 'vitest';

import type { Member, Members, Player } from '../../../engine';
import { nodBody, placesFor } from './nod';

const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ name, seat }) as Player);

function knock(name: string | null, seat: number | null = null, role: Member['role'] = 'player'): Member {
  return { member: 9, name, seat, role };
}

function taken(...seats: number[]): Members {
  return {
    you: 1,
    role: 'keeper',
    seat: null,
    may_take_back: false,
    keeper_only: false,
    table_name: null,
    members: seats.map((seat, place) => ({ member: place + 1, name: null, seat, role: 'player' })),
  };
}

describe('where somebody who knocks may come to', () => {
  it('is the seat of their name, however they write it', () => {
    const { likely, others } = placesFor(knock(' ben '), taken(0), players);
    expect(likely).toEqual({ seat: 1, second: false });
    expect(others).toEqual([{ seat: 2, second: false }, 'watch', { seat: 0, second: true }]);
  });

  it('is the only free seat for a name that nobody has, or for nobody', () => {
    expect(placesFor(knock('Mara'), taken(0, 1), players).likely).toEqual({ seat: 2, second: false });
    expect(placesFor(knock(null), taken(0, 2), players).likely).toEqual({ seat: 1, second: false });
  });

  it('is left to the keeper where several seats are free', () => {
    const { likely, others } = placesFor(knock('Mara'), taken(0), players);
    expect(likely).toBeNull();
    expect(others).toHaveLength(4);
  });

  it('is a second phone where that name has one already: a battery died', () => {
    expect(placesFor(knock('Ben'), taken(0, 1), players).likely).toEqual({ seat: 1, second: true });
  });

  it('is what was asked for before anything else', () => {
    expect(placesFor(knock('Mara', 1), taken(0, 1), players).likely).toEqual({ seat: 1, second: true });
    expect(placesFor(knock(null, null, 'spectator'), taken(0, 1), players).likely).toBe('watch');
  });

  it('is told to the server in its words', () => {
    expect(nodBody('watch')).toEqual({ role: 'spectator' });
    expect(nodBody({ seat: 1, second: false })).toEqual({ seat: 1 });
    expect(nodBody({ seat: 1, second: true })).toEqual({ seat: 1, second_phone: true });
  });
});
