import Papa from 'papaparse';

import { dayOf } from '../../engine/time';
import type { Play } from './play';

/** Plays as a table: a row for each player of each game, for any spreadsheet. */
export function asCsv(plays: Play[]): Blob {
  const rows = plays.flatMap(({ id, at, group, edition, modules, rounds, minutes, players }) =>
    players.map(({ name, place, points, coins, busts, won, starts }) => ({
      date: dayOf(at),
      game: id,
      group,
      edition,
      modules: modules.join(' '),
      rounds,
      minutes: minutes ?? '',
      player: name,
      place: place ?? '',
      points,
      coins,
      busts,
      won: won ? 1 : 0,
      starts: starts ? 1 : 0,
    })),
  );
  // A name that begins like a formula stays a name; the mark in front tells a spreadsheet which letters these are.
  return new Blob(['\ufeff', Papa.unparse(rows, { escapeFormulae: true })], { type: 'text/csv' });
}

/** The same as JSON, for whoever reads it with a program. */
export function asJson(plays: Play[]): Blob {
  const told = plays.map(({ at, ...play }) => ({ date: dayOf(at), ...play }));
  return new Blob([JSON.stringify({ kind: 'harbormaster-plays', plays: told }, null, 1)], {
    type: 'application/json',
  });
}
