import type { Card, LedgerLine, LogLine, Marked } from '../../engine';

/** Entries that stand side by side: cards drawn one after the other, people passing one after the other; or one alone. */
export interface Item { kind: 'drawn' | 'passed' | 'entry'; lines: LogLine[] }

export interface Turn { key: number; round: number; seat: number; items: Item[] }

/** The entries that count, turn by turn, in the order in which they count. */
export function turnsOf(lines: LogLine[]): Turn[] {
  const turns: Turn[] = [];
  for (const line of heldLines(lines)) {
    const [round, seat] = line.turn ?? [0, 0];
    let turn = turns.at(-1);
    if (!turn || turn.round !== round || turn.seat !== seat) {
      turn = { key: line.revision, round, seat, items: [] };
      turns.push(turn);
    }
    place(turn.items, line);
  }
  return turns;
}

export function heldLines(lines: LogLine[]): LogLine[] {
  return lines.filter((line) => line.holds && line.entry).sort((one, other) => (one.order ?? 0) - (other.order ?? 0));
}

function place(items: Item[], line: LogLine): void {
  const kind = kindOf(line);
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

/** Worth more than a picture: somebody is paid or pays, a bust, a repelled ship, a rule broken. */
function telling(line: LogLine): boolean {
  return moves(line).length > 0 || (line.overridden?.length ?? 0) > 0 || (line.ledger ?? []).some(({ why }) => why === 'bust' || why === 'repelled');
}

/** The ledger lines that move coins. */
export function moves(line: LogLine): LedgerLine[] {
  return (line.ledger ?? []).filter((one) => one.coins);
}

/** Each rule of an entry once, in the order of its ledger. */
export function rulesOf(line: LogLine): string[] {
  return [...new Set([...(line.overridden ?? []), ...(line.ledger ?? [])].map(({ rule }) => rule))];
}

export function cardOf(line: LogLine | Marked): Card | undefined {
  const card = line.entry?.card;
  if (typeof card === 'object') return card;
  const told = line.ledger?.find(({ params }) => typeof params?.['card'] === 'object' && params['card'] !== null);
  return told?.params?.['card'] as Card | undefined;
}

/** Everybody who passes with this entry. */
export function passing(line: LogLine | Marked): number[] {
  const seats = (line.ledger ?? []).flatMap(({ why, seat }) => (why === 'passed' && seat !== undefined ? [seat] : []));
  return seats.length ? seats : [line.seat ?? 0];
}
