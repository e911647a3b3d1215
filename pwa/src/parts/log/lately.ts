import type { LogLine } from '../../engine';
import { moves, passing, turnsOf } from './turns';
import type { Turn } from './turns';

/** So many entries are shown at least, in the whole turns that they belong to. */
const LEAST = 10;

interface Lately {
  turns: Turn[];
  /** What is looked at first. */
  meant: LogLine | undefined;
}

/** The last turns of those entries, up to the one that is asked for; of a player, only what they did or were paid. */
export function lately(held: LogLine[], seat?: number, revision?: number): Lately {
  const own = seat === undefined ? held : held.filter((line) => isOf(line, seat));
  const meant =
    revision === undefined
      ? ([...own].reverse().find((line) => seat === undefined || changes(line, seat)) ?? own.at(-1))
      : held.find((line) => line.revision === revision);
  const turns = turnsOf(own);
  const last =
    revision === undefined
      ? turns.length - 1
      : turns.findIndex(({ lines }) => lines.includes(meant as LogLine));
  let first = last;
  let count = turns[last]?.lines.length ?? 0;
  while (first > 0 && count < LEAST) count += turns[--first]?.lines.length ?? 0;
  return { turns: turns.slice(Math.max(0, first), last + 1), meant };
}

function changes(line: LogLine, seat: number): boolean {
  return (line.ledger ?? []).some((one) => one.seat === seat && one.coins);
}

/** Passed over is nobody's entry but of those who pass. */
function isOf(line: LogLine, seat: number): boolean {
  if (line.entry?.type === 'pass') return passing(line).includes(seat);
  return line.seat === seat || moves(line).some((one) => one.seat === seat);
}
