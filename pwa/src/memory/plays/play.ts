import type { Score } from '../../engine';
import { playing } from '../../engine/seating';
import type { Millis } from '../../engine/time';
import type { Group, Remembered } from '../groups';
import type { GameRecord } from '../records';

/** A game as other apps take plays over. */
export interface Play {
  id: string;
  /** When it was opened. */
  at: Millis;
  group: string;
  edition: string;
  modules: string[];
  rounds: number;
  minutes: number | null;
  /** Won or lost together: nobody has a place. */
  together: boolean;
  players: PlayerOfPlay[];
}

export interface PlayerOfPlay {
  name: string;
  place: number | null;
  points: number;
  coins: number;
  busts: number;
  won: boolean;
  starts: boolean;
}

/** What a game that is over came to, as a play. */
export function playOf(
  { table: { code, view }, at }: Remembered,
  { score, evening, minutes }: GameRecord,
  group: Group | undefined,
): Play {
  const together = (score.outcome ?? 'ranked') !== 'ranked';
  return {
    id: code,
    at,
    group: group?.name ?? (group?.people ?? playing(view).map(({ name }) => name)).join(', '),
    edition: view.edition,
    modules: view.modules,
    rounds: view.round,
    minutes,
    together,
    players: score.ranking.map(({ seat, name, place, vp, coins }) => ({
      name,
      place: together ? null : place,
      points: vp,
      coins,
      won: wins(score, name, together),
      busts: evening.players.find((one) => one.seat === seat)?.busts.length ?? 0,
      starts: seat === view.start_player,
    })),
  };
}

function wins(score: Score, name: string, together: boolean): boolean {
  return together ? score.outcome === 'won' : score.winners.includes(name);
}
