import type {
  Catalogue,
  Consequences,
  Correction,
  Editions,
  Entry,
  LedgerLine,
  LogLine,
  RefusalInfo,
  Score,
  Setup,
  View,
} from '../types';
import { Rejected } from '../engine';
import type { Engine, Forecast, OpenedTable, Outcome, TableKey, Writing } from '../engine';
import { RulesProblem } from './rules';
import type { Rules } from './rules';
import type { Seconds } from '../time';

/** A line of the log as it was entered; the server's export has the same form. */
export interface RawLine {
  entry_id: string;
  entry?: Entry;
  correction?: Correction;
  override?: boolean;
  /** When it was entered, and at whose phone. */
  at?: Seconds;
  phone?: number | 'keeper';
  /** The group has decided that it is meant as it stands. */
  sure?: boolean;
  /**
   * As long as nobody has held the line against it: the revision that was on the screen. All that others have entered
   * since is held against it.
   */
  made_on?: number;
}

/** A whole table, as `GET /api/tables/{code}/export` gives it. */
export interface Exported {
  format: number;
  opened?: Seconds;
  setup: Setup;
  lines: RawLine[];
}

/** The own lines on top of what the server has. */
export interface Rebased {
  /** How many lines the server has. */
  revision: number;
  view: View;
  /** The own lines that hold, with their corrections aimed at where their entries are now. */
  pending: RawLine[];
  /** Those that wait for the group, the first of them being what it is asked about. */
  waiting: RawLine[];
  /** The ids of those that others had entered as well, of what happens only once: they are done with. */
  already: string[];
  stopped: Stopped | null;
}

export interface Stopped {
  why: 'refused' | 'twice' | 'stale';
  problem: RulesProblem['problem'] | null;
  meanwhile: LogLine[];
}

interface Recorded {
  known?: boolean;
  view: View;
  ledger?: LedgerLine[];
  consequences?: Consequences;
}

/** The engine on this phone: the same answers as the server's, for the tables that are open in it. */
export class LocalEngine implements Engine {
  constructor(
    readonly rules: Rules,
    private readonly newCode: () => string = localCode,
  ) {}

  async openTable(setup: Setup): Promise<OpenedTable> {
    const code = this.newCode();
    const view = await this.refusing(this.rules.call<View>('open', { code, setup }));
    return { code, token: '', view };
  }

  view(table: TableKey): Promise<View> {
    return this.refusing(this.rules.call<View>('view', { code: table.code }));
  }

  async record(table: TableKey, _baseRevision: number, writing: Writing): Promise<Outcome> {
    const answer = await this.enter(table, writing, false);
    return 'kind' in answer ? answer : { kind: 'recorded', view: answer.view, ledger: answer.ledger ?? [] };
  }

  async dryRun(table: TableKey, _baseRevision: number, writing: Writing): Promise<Forecast> {
    const answer = await this.enter(table, writing, true);
    if ('kind' in answer) return answer;
    const { view, ledger, consequences } = answer;
    return { kind: 'possible', view, ledger: ledger ?? [], ...(consequences ? { consequences } : {}) };
  }

  lines(table: TableKey, since: number): Promise<LogLine[]> {
    return this.refusing(this.rules.call<LogLine[]>('lines', { code: table.code, since }));
  }

  score(table: TableKey): Promise<Score> {
    return this.refusing(this.rules.call<Score>('score', { code: table.code }));
  }

  editions(): Promise<Editions> {
    return this.rules.call<Editions>('editions');
  }

  catalogue(): Promise<Catalogue> {
    return this.rules.call<Catalogue>('catalogue');
  }

  /** Any other call of companion/bridge/: the rules desk and rulings. */
  asked<T>(call: string, content: Record<string, unknown>): Promise<T> {
    return this.refusing(this.rules.call<T>(call, content));
  }

  exported(table: TableKey): Promise<Exported> {
    return this.refusing(this.rules.call<Exported>('export', { code: table.code }));
  }

  /** What a table from a file comes to; it is kept nowhere. Raises `Rejected` naming the line that is wrong. */
  check(document: Exported): Promise<View> {
    return this.refusing(this.rules.call<View>('check', { document }));
  }

  /** Opens a table that the server has, with the own lines on top that it has not. */
  load(code: string, document: Exported, pending: RawLine[]): Promise<Rebased> {
    return this.refusing(this.rules.call<Rebased>('load', { code, document, pending }));
  }

  /** The server has the next `count` own lines. */
  async confirm(code: string, count: number): Promise<void> {
    await this.rules.call('confirm', { code, count });
  }

  /** Others' lines came in between: the own ones go on top of them. */
  rebase(code: string, missing: RawLine[], pending: RawLine[]): Promise<Rebased> {
    return this.refusing(this.rules.call<Rebased>('rebase', { code, missing, pending }));
  }

  async close(code: string): Promise<void> {
    await this.rules.call('close', { code });
  }

  private async enter(
    table: TableKey,
    writing: Writing,
    dryRun: boolean,
  ): Promise<Recorded | { kind: 'refused'; refusal: RefusalInfo | null; detail: string }> {
    try {
      return await this.rules.call<Recorded>('record', {
        code: table.code,
        line: rawLine(writing),
        dry_run: dryRun,
      });
    } catch (error) {
      if (error instanceof RulesProblem)
        return { kind: 'refused', refusal: refusalOf(error.problem), detail: '' };
      throw error;
    }
  }

  /** What the server would answer with 422 is no answer that trying again would change. */
  private async refusing<T>(asked: Promise<T>): Promise<T> {
    try {
      return await asked;
    } catch (error) {
      if (!(error instanceof RulesProblem)) throw error;
      const { code, ...about } = error.problem;
      throw new Rejected(422, code, '', about);
    }
  }
}

export function rawLine(writing: Writing): RawLine {
  const { id, ...content } = writing;
  return { entry_id: id, ...content };
}

export function writingOf(line: RawLine): Writing {
  const { entry_id: id, entry, correction, override } = line;
  const at = line.at === undefined ? {} : { at: line.at };
  if (correction) return { id, ...at, correction };
  if (!entry) throw new Error(`line ${id} holds nothing`);
  return { id, ...at, entry, ...(override ? { override } : {}) };
}

export function refusalOf(problem: RulesProblem['problem']): RefusalInfo | null {
  return 'rule' in problem ? problem : null;
}

/** How the code of a table begins that no server knows yet. No code of the server's begins like this. */
const LOCAL = 'here-';

export function localCode(): string {
  return `${LOCAL}${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
