import type { TableKey } from '../engine';
import { newId } from '../chance';
import type { RefusalInfo } from '../types';
import type { Exported, RawLine, Stopped } from './local';

/** What the group is asked about: the first of the own lines that wait. */
export interface Question {
  line: RawLine;
  why: Stopped['why'];
  problem: Stopped['problem'];
  /** What others entered since. */
  meanwhile: Stopped['meanwhile'];
}

/** All that the phone keeps of a table: enough to send what the server lacks and, with its log, to go on without a network. */
export interface Page {
  /** Counts the changes: two tabs that write notice each other. */
  turn: number;
  /** Drawn with its first turn: what the disk has lost and a tab keeps anew is another page. Those of earlier versions have none. */
  begun?: string | undefined;
  /** What the screens call the table. */
  code: string;
  /** What the server calls it; null while it has not heard of it. */
  remote: TableKey | null;
  /** No server ever hears of it, and it goes into no file. */
  alone?: true;
  /** The key that the phone has made, for a table that the server may have opened or not. */
  key?: string;
  /** What the server has confirmed; null as long as the phone's engine has not had the table. */
  document: Exported | null;
  /** After how many lines of that log only this phone's own have followed; a page of an earlier version does not say. */
  others?: number | undefined;
  /** The table's one queue: the own lines that the server lacks, in the order in which a thumb made them. */
  pending: RawLine[];
  /** The first own line that does not hold; it and those after it wait for the answer. */
  question: Question | null;
}

/** What the disk does not take, or does not give, raises `NotKept`. */
export interface Pages {
  load(code: string): Promise<Page | undefined>;
  /** Keeps the page where it follows the one that is kept; false where another tab was first or that one is gone, and nothing is kept. */
  save(page: Page): Promise<boolean>;
}

/** A table's page with the log that the phone's engine needs. */
export type Logged = Page & { document: Exported };

/** The first page of a table that this phone has a key to. */
export function blank(table: TableKey): Page {
  return {
    turn: 0,
    code: table.code,
    remote: table.token ? table : null,
    document: null,
    pending: [],
    question: null,
  };
}

/** Whether a page is the next turn of the one that is kept, or the first of one that is not. */
export function follows(page: Page, kept: Page | undefined): boolean {
  return kept ? page.begun === kept.begun && page.turn === kept.turn + 1 : page.turn === 1;
}

/** The number of the turn after a page. */
export function nextTurn({ turn, begun }: Page): Pick<Page, 'turn' | 'begun'> {
  return { turn: turn + 1, begun: turn === 0 ? newId() : begun };
}

export function has({ document, pending }: Page, id: string): boolean {
  return [...(document?.lines ?? []), ...pending].some(({ entry_id }) => entry_id === id);
}

/** What becomes of a page that is kept; lines of its queue that have come into the log are still known as its own. */
export function changed(page: Page, change: Partial<Page>): Page {
  const next = { ...page, ...change };
  if (!next.document || next.document === page.document) return next;
  const [had, now] = [page.document?.lines ?? [], next.document.lines];
  const own = new Set(page.pending.map(({ entry_id }) => entry_id));
  const common = commonLength(had, now);
  const foreign = now.flatMap(({ entry_id }, place) =>
    place >= common && !own.has(entry_id) ? [place + 1] : [],
  );
  return { ...next, others: foreign.at(-1) ?? Math.min(page.others ?? had.length, common) };
}

/** The revision that a thumb knows that was shown `shown`: it knows what it has entered since, wherever that was confirmed. */
export function knownTo({ document, others }: Page, shown: number): number {
  return document && others !== undefined && shown >= others ? Math.max(shown, document.lines.length) : shown;
}

/** What the group answers: leave the line out, or enter it as it stands. */
export type Decision = 'drop' | 'enter';

/** The own lines once the group has answered what was asked about one of them. */
export function decided(pending: RawLine[], { line: asked, why }: Question, decision: Decision): RawLine[] {
  return pending.flatMap((line): RawLine[] => {
    if (line.entry_id !== asked.entry_id) return [line];
    if (decision === 'drop') return [];
    // A new id: the refused one is answered for good.
    return [{ ...line, sure: true, ...(why === 'refused' ? { entry_id: newId(), override: true } : {}) }];
  });
}

/** What the group is asked where the rules do not let a line pass. */
export function refusedQuestion(
  line: RawLine,
  { refusal, detail }: { refusal: RefusalInfo | null; detail: string },
): Question {
  return {
    line,
    why: 'refused',
    problem: refusal ?? { code: 'malformed', field: 'entry', allowed: detail },
    meanwhile: [],
  };
}

/**
 * The page as it is kept, by another tab or from an earlier visit, with the own lines `besides` that only this app knows.
 * The longer of two logs that do not contradict each other counts.
 */
export function joined(kept: Page, here: Page, besides: RawLine[]): Page {
  const [had, now] = [kept.document?.lines ?? [], here.document?.lines ?? []];
  const common = commonLength(had, now);
  const isLonger = !kept.document || (now.length > had.length && common === had.length);
  const document = isLonger ? here.document : kept.document;
  const known = new Set(document?.lines.map(({ entry_id }) => entry_id));
  // Lines of the log that they were not made on are held against them.
  const onCommon = (lines: RawLine[], log: RawLine[]): RawLine[] =>
    lines.map((line) =>
      log.length > 0 && document && common < document.lines.length ? { made_on: common, ...line } : line,
    );
  const pending = [
    ...onCommon(kept.pending, had),
    ...onCommon(
      besides.filter(({ entry_id }) => !has(kept, entry_id)),
      now,
    ),
  ];
  const { others } = isLonger ? here : kept;
  return {
    ...here,
    ...kept,
    others,
    remote: kept.remote ?? here.remote,
    document,
    pending: pending.filter(({ entry_id }) => !known.has(entry_id)),
  };
}

/** Whether own lines were made on more of the server's log than the page has. */
export function isBehind({ document, pending }: Logged): boolean {
  return pending.some(({ made_on }, place) => (made_on ?? 0) > document.lines.length + place);
}

/**
 * The own lines under the server's log, which was asked for when `asked` lines of it were known; `lost`: it was set back,
 * and lacks lines that it had confirmed. What it has confirmed since it was asked, its answer need not have yet.
 */
export function under(
  { document: had, pending }: Logged,
  now: Exported,
  asked: number,
): { missing: RawLine[]; own: RawLine[]; lost: boolean } {
  const common = commonLength(had.lines, now.lines);
  if (common === now.lines.length && common >= asked) return { missing: [], own: pending, lost: false };
  const again = had.lines.slice(common);
  const own = [
    ...again,
    ...pending.filter(({ entry_id }) => again.every((line) => line.entry_id !== entry_id)),
  ];
  return { missing: now.lines.slice(common), own, lost: again.length > 0 };
}

/** A page with a log that was just fetched: all own lines are to be judged by it, whatever the server has asked about them. */
export function onFetched(page: Page, document: Exported): Logged {
  if (!page.document) return { ...page, document, question: null };
  const { missing, own } = under({ ...page, document: page.document }, document, page.document.lines.length);
  const madeOn = document.lines.length - missing.length;
  return { ...page, document, question: null, pending: own.map((line) => ({ made_on: madeOn, ...line })) };
}

function commonLength(one: RawLine[], other: RawLine[]): number {
  const differing = one.findIndex((line, place) => line.entry_id !== other[place]?.entry_id);
  return differing < 0 ? one.length : differing;
}
