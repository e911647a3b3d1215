import type { LogLine } from '../../engine';
import { withGone } from './turns';

/** Which entries are shown: all, those that are marked with what caused it, or those of one player. */
export type Shown = 'all' | 'marked' | number;

/** Something stands against the entry, and nobody has said that it is right so. */
export function isMarked(line: Pick<LogLine, 'overridden' | 'accepted'>): boolean {
  return (line.overridden?.length ?? 0) > 0 && line.accepted === undefined;
}

/** Who did it, or gained or lost by it. */
function isOf(line: LogLine, seat: number): boolean {
  return (
    line.seat === seat || line.entry?.by === seat || (line.ledger ?? []).some((one) => one.seat === seat)
  );
}

/** What is marked since each correction, by its revision. */
export function markedSince(lines: LogLine[]): Map<number, number> {
  const since = new Map<number, number>();
  for (const { kept, ...line } of lines)
    if (line.holds && kept?.by !== undefined && isMarked(line))
      since.set(kept.by, (since.get(kept.by) ?? 0) + 1);
  return since;
}

/** The entries that count or were taken out, as far as they are shown; the one that is open stays whatever is shown. */
export function shownLines(lines: LogLine[], shown: Shown, open: number | null): LogLine[] {
  const told = withGone(lines);
  if (shown === 'all') return told;
  const causes = markedSince(lines);
  const fits = (line: LogLine): boolean =>
    shown === 'marked'
      ? isMarked(line) || (line.corrected !== undefined && causes.has(line.corrected.by))
      : isOf(line, shown);
  return told.filter((line) => line.revision === open || fits(line));
}

export interface Round {
  round: number;
  busts: number;
}

/** The rounds that were played, each with its busts. */
export function roundsOf(held: LogLine[], now: number): Round[] {
  const busts = new Map<number, number>();
  let last = now;
  for (const { turn, ledger } of held) {
    const round = turn?.[0] ?? 0;
    last = Math.max(last, round);
    if (ledger?.some(({ why }) => why === 'bust')) busts.set(round, (busts.get(round) ?? 0) + 1);
  }
  const first = Math.min(last, ...held.map(({ turn }) => turn?.[0] ?? last));
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    round: first + at,
    busts: busts.get(first + at) ?? 0,
  }));
}
