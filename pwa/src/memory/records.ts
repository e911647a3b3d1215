import { engine } from '../engine';
import type { Score, TableKey } from '../engine';
import { eveningOf } from '../engine/evenings';
import type { Evening } from '../engine/evenings';
import { keep, recall } from '../stores/database';
import type { KnownTable } from '../stores/database';
import { recordKey, scoreKey } from './kept-under';
import { minutesOf } from './length';

/** What a game that is over came to, kept so that it is worked out once. `minutes`: from its first entry to its last. */
export interface GameRecord {
  revision: number;
  score: Score;
  evening: Evening;
  minutes: number | null;
}

/** What was kept of a table, where it is still as it was then. */
export async function keptRecord({ code, view }: KnownTable): Promise<GameRecord | null> {
  const kept = await recall<GameRecord>(recordKey(code));
  return kept?.revision === view.revision ? kept : null;
}

/** Works out what a game came to, and keeps it; null where nobody can say it now. */
export async function recordOf(known: KnownTable): Promise<GameRecord | null> {
  const table: TableKey = { code: known.code, token: known.token };
  try {
    const [score, evening, lines] = await Promise.all([
      engine().score(table),
      eveningOf(table),
      engine().lines(table, 0),
    ]);
    const record = { revision: evening.revision, score, evening, minutes: minutesOf(lines) };
    if (score.final)
      await Promise.all([keep(recordKey(known.code), record), keep(scoreKey(known.code), score)]);
    return record;
  } catch {
    return null;
  }
}
