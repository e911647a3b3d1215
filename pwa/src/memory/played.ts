import type { Part, Played } from '../engine/careers';
import { toSeconds } from '../engine/time';
import type { Remembered } from './groups';
import { keptRecord, recordOf } from './records';
import type { GameRecord } from './records';

/** A game as careers are worked out from. */
export function playedOf({ table, at }: Remembered, { score, evening }: GameRecord): Played {
  const { code, view } = table;
  const ranked = (score.outcome ?? 'ranked') === 'ranked';
  const players = score.ranking.map(({ seat, name, vp, place }): Part => {
    const deeds = evening.players.find((one) => one.seat === seat);
    const awards = evening.awards.filter(({ seats }) => seats.includes(seat)).map((award) => award.code);
    return {
      name,
      vp,
      ...(ranked ? { place } : {}),
      won: ranked ? score.winners.includes(name) : score.outcome === 'won',
      busts: deeds?.busts.length ?? 0,
      hired: deeds?.hired ?? {},
      awards,
    };
  });
  return { code, at: toSeconds(at), edition: view.edition, modules: view.modules, players };
}

/** Every game that is over and counts, worked out where it was not yet; `next` hears how many are done. */
export async function playedGames(
  tables: Remembered[],
  next: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<{ game: Played; group: string }[]> {
  const over = tables.filter((one) => one.over && one.deleted === null);
  const games: { game: Played; group: string }[] = [];
  let done = 0;
  for await (const [one, record] of eachRecord(over, signal)) {
    if (record) games.push({ game: playedOf(one, record), group: one.group });
    next((done += 1), over.length);
  }
  return games;
}

/** One game after the other with what it came to, kept or worked out now; null where nobody can say it. */
export async function* eachRecord(
  tables: Remembered[],
  signal: AbortSignal,
): AsyncGenerator<[Remembered, GameRecord | null]> {
  for (const one of tables) {
    if (signal.aborted) return;
    yield [one, (await keptRecord(one.table)) ?? (await recordOf(one.table))];
  }
}
