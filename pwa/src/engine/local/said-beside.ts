import type { Exported, RawLine } from './local';
import type { LogLine } from '../types';

/** What stands beside a line: the rules know nothing of it. */
type Beside = Pick<RawLine, 'at' | 'phone'>;

function besideOf({ at, phone }: Beside): Beside {
  return { ...(at === undefined ? {} : { at }), ...(phone === undefined ? {} : { phone }) };
}

/** Lines that the rules have handed back, each with what stood beside it. */
export function besides<T extends { entry_id: string }>(lines: T[], known: RawLine[]): T[] {
  const told = new Map(known.map((line) => [line.entry_id, line]));
  return lines.map((line) => ({ ...line, ...besideOf(told.get(line.entry_id) ?? {}) }));
}

/** Lines of the log; those that the server does not have yet were entered here. */
export function signed(lines: LogLine[], confirmed: RawLine[], pending: RawLine[]): LogLine[] {
  const here = new Set(pending.map(({ entry_id }) => entry_id));
  return besides(lines, [...confirmed, ...pending]).map((line) =>
    here.has(line.entry_id) ? { ...line, phone: 'this' } : line,
  );
}

/** Where a table comes from: its first line has an id made by chance, which goes along with every copy. */
export function originOf({ opened, setup, lines }: Exported): string {
  return lines[0]?.entry_id ?? JSON.stringify([opened ?? 0, setup.edition, setup.players]);
}
