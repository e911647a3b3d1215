import { dayOf } from '../../engine/time';
import type { Play } from './play';

const TAKES = 'https://app.bgstatsapp.com/createPlay.html?data=';

/** A link by which the app BG Stats takes over one play: its public form for other apps. The same game is known again by its id. */
export function bgStatsLink({ id, at, rounds, minutes, together, players }: Play, comments: string): string {
  const time = new Date(at).toTimeString().slice(0, 8);
  return (
    TAKES +
    encodeURIComponent(
      JSON.stringify({
        sourceName: 'Harbormaster',
        sourcePlayId: id,
        playDate: `${dayOf(at)} ${time}`,
        ...(minutes === null ? {} : { durationMin: minutes }),
        rounds,
        comments,
        game: {
          name: 'Port Royal',
          sourceGameId: 'port-royal',
          highestWins: true,
          noPoints: false,
          cooperative: together,
        },
        players: players.map(({ name, place, points, won, starts }) => ({
          name,
          sourcePlayerId: name,
          score: points,
          winner: won,
          startPlayer: starts,
          ...(place === null ? {} : { rank: place }),
        })),
      }),
    )
  );
}
