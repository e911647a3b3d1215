import type {
  Catalogue,
  Consequences,
  Correction,
  Editions,
  Entry,
  LedgerLine,
  LogLine,
  Params,
  RefusalInfo,
  Score,
  Setup,
  View,
} from './types';
import type { Seconds } from './time';

/** A table this phone may write to: the code names it, the token allows it. */
export interface TableKey {
  code: string;
  token: string;
}

/** `opened`: when that was, where it is known. */
export interface OpenedTable extends TableKey {
  view: View;
  opened?: Seconds;
}

/** One thing to write, under an id of its own: the same id written twice counts once. */
export type Writing =
  | { id: string; at?: Seconds; entry: Entry; override?: boolean }
  | { id: string; at?: Seconds; correction: Correction };

export type Outcome =
  | { kind: 'recorded'; view: View; ledger: LedgerLine[] }
  | { kind: 'stale'; revision: number }
  | { kind: 'refused'; refusal: RefusalInfo | null; detail: string };

/** Nobody has answered yet: the line lies on the phone and goes on its way as soon as it can. */
export interface Unanswered {
  kind: 'kept';
}

/** What a writing would bring about, asked without recording it. */
export type Forecast =
  | { kind: 'possible'; ledger: LedgerLine[]; view: View | null; consequences?: Consequences }
  | { kind: 'refused'; refusal: RefusalInfo | null; detail: string };

/**
 * Whoever knows the rules. The screens talk to this and never learn whether a server or the phone itself answers.
 * A call that got no answer at all throws `NoAnswer`; everything else is an outcome.
 */
export interface Engine {
  /** With a `token` of the phone's own, the same call made again finds the table that it has opened. */
  openTable(setup: Setup, token?: string, opened?: Seconds): Promise<OpenedTable>;
  view(table: TableKey): Promise<View>;
  record(table: TableKey, baseRevision: number, writing: Writing): Promise<Outcome>;
  dryRun(table: TableKey, baseRevision: number, writing: Writing): Promise<Forecast>;
  lines(table: TableKey, since: number): Promise<LogLine[]>;
  score(table: TableKey): Promise<Score>;
  editions(): Promise<Editions>;
  catalogue(): Promise<Catalogue>;
}

/** No network, a sleeping server, a time-out: worth trying again with the same id. */
export class NoAnswer extends Error {}

/** An answer that trying again will not change: an unknown table, a token that may not write, a file that is no table. */
export class Rejected extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly about: About = {},
  ) {
    super(detail);
  }
}

/** What an answer found wrong: which field and what it takes, or the figures of a rule. */
export interface About {
  field?: string;
  /** As the server says it. */
  allowed?: string;
  /** As the engine on this phone names it, which speaks no language: keys of companion/words, and what fills the gaps. */
  fault?: string;
  takes?: { key: string; params: Record<string, unknown> };
  rule?: string;
  params?: Params;
  revision?: number;
  reason?: RefusalInfo;
  limit?: number;
}

/** Whether an answer that is no success is the server's own: a proxy has words of its own, and no codes like ours. */
export function isProblem(body: unknown): body is { code: string } {
  return typeof body === 'object' && body !== null && typeof (body as { code?: unknown }).code === 'string';
}

/** What the server says of a table that is gone, and of a key that is none: trying again changes nothing. */
const GONE = ['not_found', 'unauthorized', 'forbidden'];

export function isGone(code: string): boolean {
  return GONE.includes(code);
}
