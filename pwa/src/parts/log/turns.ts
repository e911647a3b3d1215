import type { Card, LedgerLine, LogLine, Marked } from '../../engine';
import { ofModule } from '../table/ledger-lines';
import { sameDay } from './times';

/** Entries that stand side by side: cards drawn one after the other, people passing one after the other; or one alone. */
export interface Item {
  kind: 'drawn' | 'passed' | 'entry';
  lines: LogLine[];
}

/** `day`: a moment of it, where it is another day than that of the turn before. */
export interface Turn {
  key: number;
  round: number;
  seat: number;
  items: Item[];
  lines: LogLine[];
  day?: number;
}

/** Entries in their order, turn by turn, each that was taken out where it stood; those that are `alone` are told and not only pictured. */
export function turnsOf(lines: LogLine[], alone: (line: LogLine) => boolean = () => false): Turn[] {
  const turns: Turn[] = [];
  let before: number | undefined;
  for (const line of withGone(lines)) {
    const [round, seat] = line.turn ?? [0, 0];
    let turn = turns.at(-1);
    if (!turn || turn.round !== round || turn.seat !== seat) {
      turn = { key: line.revision, round, seat, items: [], lines: [] };
      turns.push(turn);
    }
    if (line.at !== undefined) {
      if (before !== undefined && !sameDay(before, line.at)) turn.day ??= line.at;
      before = line.at;
    }
    turn.lines.push(line);
    place(turn.items, line, !line.holds || alone(line));
  }
  return turns;
}

export function heldLines(lines: LogLine[]): LogLine[] {
  return lines
    .filter((line) => line.holds && line.entry)
    .sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
}

/** An entry that a correction has taken out: it counts no more, and is told where it stood. */
export function isGone(line: LogLine): boolean {
  return !line.holds && line.entry !== undefined && line.corrected !== undefined;
}

/** What counts, and among it what was taken out: that has no turn any more, so it goes along with what was entered before it. */
export function withGone(lines: LogLine[]): LogLine[] {
  const found = heldLines(lines);
  for (const line of lines.filter(isGone)) {
    const before = found.map(({ revision }) => revision < line.revision).lastIndexOf(true);
    const { turn, seat } = found[before] ?? found[0] ?? {};
    const by = typeof line.entry?.by === 'number' ? line.entry.by : seat;
    // Where it stood among all entries it keeps also where only some are shown.
    found.splice(before + 1, 0, {
      ...(turn ? { turn } : {}),
      ...(by === undefined ? {} : { seat: by }),
      ...line,
    });
  }
  return found;
}

function place(items: Item[], line: LogLine, alone: boolean): void {
  const kind = alone ? 'entry' : kindOf(line);
  const last = items.at(-1);
  if (last && kind !== 'entry' && last.kind === kind) last.lines.push(line);
  else items.push({ kind, lines: [line] });
  // What a card set off is told below its picture.
  if (kind === 'drawn' && telling(line)) items.push({ kind: 'entry', lines: [line] });
}

function kindOf(line: LogLine): Item['kind'] {
  if (line.entry?.type === 'draw') return 'drawn';
  return line.entry?.type === 'pass' && !telling(line) ? 'passed' : 'entry';
}

/** Worth more than a picture: somebody is paid or pays, a bust, a rule broken. */
function telling(line: LogLine): boolean {
  return (
    moves(line).length > 0 ||
    (line.overridden?.length ?? 0) > 0 ||
    (line.ledger ?? []).some(({ why }) => why === 'bust')
  );
}

/** The ships of a turn that were repelled, by the revision of the entry that drew them. */
export function repelledIn(lines: LogLine[]): Set<number> {
  const gone = new Set<number>();
  for (const [place, line] of lines.entries()) {
    const ship = line.ledger?.find(({ why }) => why === 'repelled')?.params?.['card'];
    if (ship === undefined) continue;
    const drew = lines
      .slice(0, place + 1)
      .reverse()
      .find(
        (one) =>
          one.entry?.type === 'draw' &&
          !gone.has(one.revision) &&
          JSON.stringify(cardOf(one)) === JSON.stringify(ship),
      );
    if (drew) gone.add(drew.revision);
  }
  return gone;
}

/** What the title of an entry is made of, where it is no line of its ledger. */
const TITLED = ['draw', 'take', 'pass', 'claim_expedition', 'repel', 'keep', 'stop', 'count'];

/** The ledger lines that move coins, and those that say what a module has of it: declined, kept, gained. */
export function moves(line: LogLine): LedgerLine[] {
  const [first] = line.ledger ?? [];
  const title = TITLED.includes(line.entry?.type ?? '') ? undefined : first;
  return (line.ledger ?? []).filter(
    (one) => one.coins || (one !== title && one.seat !== undefined && ofModule(one)),
  );
}

/** Each rule of an entry once, in the order of its ledger. */
export function rulesOf(line: LogLine): string[] {
  return [...new Set([...(line.overridden ?? []), ...(line.ledger ?? [])].map(({ rule }) => rule))];
}

export function cardOf(line: LogLine | Marked): Card | undefined {
  const card = line.entry?.card;
  if (typeof card === 'object') return card;
  const told = line.ledger?.find(
    ({ params }) => typeof params?.['card'] === 'object' && params['card'] !== null,
  );
  return told?.params?.['card'] as Card | undefined;
}

/** Everybody who passes with this entry. */
export function passing(line: LogLine | Marked): number[] {
  const seats = (line.ledger ?? []).flatMap(({ why, seat }) =>
    why === 'passed' && seat !== undefined ? [seat] : [],
  );
  return seats.length ? seats : [line.seat ?? 0];
}
