import type { Player, View } from '../../engine';

/** Five woods; the letter counts, so a sixth seat may have one of them again. */
const WOODS = 5;

export interface Piece {
  seat: number;
  name: string;
  letter: string;
  wood: string;
}

/** What each player's marker looks like: his wood by his seat, and a letter of his name that nobody before him has. */
export function pieces(players: Pick<Player, 'seat' | 'name'>[]): Map<number, Piece> {
  const taken = new Set<string>();
  return new Map(
    players.map(({ seat, name }) => {
      const letters = [...name.toLocaleUpperCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
      const letter = letters.find((one) => !taken.has(one)) ?? letters[0] ?? String(seat + 1);
      taken.add(letter);
      return [seat, { seat, name, letter, wood: `w${(seat % WOODS) + 1}` }];
    }),
  );
}

export function pieceOf(view: Pick<View, 'players'>, seat: number): Piece {
  return pieces(view.players).get(seat) ?? { seat, name: '', letter: '?', wood: 'w1' };
}
