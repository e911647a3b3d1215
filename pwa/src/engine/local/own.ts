import type { Outcome, Writing } from '../engine';
import type { RefusalInfo, View } from '../types';
import { besides } from './said-beside';
import type { Exported, LocalEngine, RawLine, Rebased } from './local';
import { writingOf } from './local';
import { refusedQuestion, under } from './page';
import type { Logged, Page } from './page';

/** What becomes of a page, and how the table stands then. */
export interface Found {
  change: Partial<Page>;
  view: View;
}

/**
 * The phone's engine as the one who answers a table's own lines: they are shown at once, on top of what the server has
 * confirmed, and held against what others have entered.
 */
export class OwnAnswers {
  constructor(
    private readonly code: string,
    private readonly local: LocalEngine,
  ) {}

  /** Opens a page; raises what the engine has against it. */
  async open({ document, pending, question }: Logged): Promise<Found> {
    const asked = pending.findIndex(({ entry_id }) => entry_id === question?.line.entry_id);
    // What the group is asked about waits: trying again would only find the same.
    if (asked >= 0)
      return { change: {}, view: (await this.local.load(this.code, document, pending.slice(0, asked))).view };
    const found = await this.local.load(this.code, document, pending);
    const isOld =
      question === null && found.stopped === null && pending.every(({ made_on }) => made_on === undefined);
    return isOld ? { change: {}, view: found.view } : sorted(found, document, pending);
  }

  /** A line that is kept already. */
  enter(line: RawLine): Promise<Outcome> {
    const writing: Writing = writingOf(line);
    return this.local.record({ code: this.code, token: '' }, 0, writing);
  }

  /** Puts `own` on what others entered, the lines `missing` last. What is asked is found again where it still stands. */
  async onTop(missing: RawLine[], document: Exported, own: RawLine[]): Promise<Found> {
    return sorted(await this.local.rebase(this.code, missing, own), document, own);
  }

  /** The server's log, asked for when `asked` lines of it were known, with the own lines on top; null where the page has it. */
  async caughtUp(page: Logged, document: Exported, asked: number): Promise<Found | null> {
    const { missing, own, lost } = under(page, document, asked);
    if (lost) return sorted(await this.local.load(this.code, document, own), document, own);
    return missing.length > 0 ? this.onTop(missing, document, own) : null;
  }

  /** The server has the first own line. */
  async confirmed({ document, pending }: Logged, view: View): Promise<Found> {
    await this.local.confirm(this.code, 1);
    const [head, ...rest] = pending;
    return {
      change: {
        document: head ? { ...document, lines: [...document.lines, asConfirmed(head)] } : document,
        pending: rest,
      },
      view,
    };
  }

  /** The phone's engine let it pass and the server does not: rolled back, and the group is asked. */
  async refused(head: RawLine, outcome: { refusal: RefusalInfo | null; detail: string }): Promise<Found> {
    const { view } = await this.local.rebase(this.code, [], []);
    return { change: { question: refusedQuestion(head, outcome) }, view };
  }
}

/** A line as the server's log has it. */
export function asConfirmed({ sure: _sure, made_on: _madeOn, ...line }: RawLine): RawLine {
  return line;
}

/** What came of putting `own` on top: those that hold, then those that wait, then what was not tried. */
function sorted(found: Rebased, document: Exported, own: RawLine[]): Found {
  const sure = new Set(own.filter((line) => line.sure).map(({ entry_id }) => entry_id));
  const held = besides(found.pending, own).map((line) =>
    sure.has(line.entry_id) ? { ...line, sure: true } : line,
  );
  const tried = new Set([
    ...[...held, ...found.waiting, ...document.lines].map(({ entry_id }) => entry_id),
    ...found.already,
  ]);
  const [first] = found.waiting;
  const question = found.stopped && first ? { ...found.stopped, line: first } : null;
  const pending = [...held, ...found.waiting, ...own.filter(({ entry_id }) => !tried.has(entry_id))];
  return { change: { document, pending, question }, view: found.view };
}
