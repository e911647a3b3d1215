import { isProblem, NoAnswer, Rejected } from './engine';
import { hasServer } from './host';
import type { Exported } from './local/local';
import type { Members } from './api';
import type { Engine, Forecast, OpenedTable, Outcome, TableKey, Writing } from './engine';
import type {
  Catalogue,
  Consequences,
  Editions,
  LedgerLine,
  LogLine,
  RefusalInfo,
  Score,
  Setup,
  View,
} from './types';
import type { Seconds } from './time';

const PATIENCE = 12_000;

interface Problem {
  code: string;
  detail?: string;
  title?: string;
  revision?: number;
  field?: string;
  allowed?: string;
  refusal?: RefusalInfo;
  limit?: number;
  rule?: string;
  params?: RefusalInfo['params'];
  overridable?: boolean;
}

interface Answer {
  status: number;
  body: unknown;
}

interface Recorded {
  entry_id: string;
  revision: number;
  view: View;
  ledger?: LedgerLine[];
}

/** The engine behind the HTTP API. */
export class ServerEngine implements Engine {
  private editionsOnce: Promise<Editions> | null = null;
  private catalogueOnce: Promise<Catalogue> | null = null;

  constructor(
    readonly root: string = new URL('./api', document.baseURI).pathname,
    private readonly fetching: (address: string, how: RequestInit) => Promise<Response> = (address, how) =>
      fetch(address, how),
  ) {}

  async openTable(setup: Setup, token?: string, opened?: Seconds): Promise<OpenedTable> {
    return openedBy(
      await this.ask<OpenedTable>('POST', '/tables', {
        ...setup,
        ...(token ? { token } : {}),
        ...(opened ? { opened } : {}),
      }),
    );
  }

  /** A new table with a whole log, which keeps its dates. */
  async imported(document: Exported): Promise<OpenedTable> {
    return openedBy(await this.ask<OpenedTable>('POST', '/tables/import', document));
  }

  view(table: TableKey): Promise<View> {
    return this.ask<View | { view: View }>('GET', `/tables/${table.code}`, undefined, table.token).then(
      viewOf,
    );
  }

  async record(table: TableKey, baseRevision: number, writing: Writing): Promise<Outcome> {
    const { status, body } = await this.write(table, baseRevision, writing, false);
    if (status === 409 && (body as Problem).code === 'stale')
      return { kind: 'stale', revision: (body as Problem).revision ?? -1 };
    if (status === 422 || status === 409 || isNotOurs(status, body)) return refused(body as Problem);
    const answer = accept<Recorded>(status, body);
    if (!acknowledges(answer, writing.id)) throw new NoAnswer('an answer to something else');
    return { kind: 'recorded', view: answer.view, ledger: answer.ledger ?? [] };
  }

  async dryRun(table: TableKey, baseRevision: number, writing: Writing): Promise<Forecast> {
    const { status, body } = await this.write(table, baseRevision, writing, true);
    if (status === 422 || isNotOurs(status, body)) return refused(body as Problem);
    const { ledger, view, consequences } = accept<{
      ledger?: LedgerLine[];
      view?: View;
      consequences?: Consequences;
    }>(status, body);
    return {
      kind: 'possible',
      ledger: ledger ?? [],
      view: view ?? null,
      ...(consequences ? { consequences } : {}),
    };
  }

  async lines(table: TableKey, since: number): Promise<LogLine[]> {
    const path = `/tables/${table.code}/entries?since=${since}`;
    const answer = await this.ask<LogLine[] | { lines?: LogLine[]; entries?: LogLine[] }>(
      'GET',
      path,
      undefined,
      table.token,
    );
    return Array.isArray(answer) ? answer : (answer.lines ?? answer.entries ?? []);
  }

  /** The whole log as it was entered. */
  members(table: TableKey): Promise<Members> {
    return this.ask('GET', `/tables/${table.code}/members`, undefined, table.token);
  }

  async exported(table: TableKey): Promise<Exported> {
    const found = await this.ask<Exported>('GET', `/tables/${table.code}/export`, undefined, table.token);
    if (!Array.isArray(found.lines) || !found.setup) throw new NoAnswer('no log');
    return found;
  }

  score(table: TableKey): Promise<Score> {
    return this.ask<Score>('GET', `/tables/${table.code}/score`, undefined, table.token);
  }

  editions(): Promise<Editions> {
    this.editionsOnce ??= this.ask<Editions>('GET', '/editions').catch((error: unknown) => {
      this.editionsOnce = null;
      throw error;
    });
    return this.editionsOnce;
  }

  catalogue(): Promise<Catalogue> {
    this.catalogueOnce ??= this.ask<Catalogue>('GET', '/catalogue').catch((error: unknown) => {
      this.catalogueOnce = null;
      throw error;
    });
    return this.catalogueOnce;
  }

  private write(table: TableKey, baseRevision: number, writing: Writing, dryRun: boolean): Promise<Answer> {
    const { id, ...content } = writing;
    const place = 'entry' in writing ? 'entries' : 'corrections';
    const path = `/tables/${table.code}/${place}${dryRun ? '?dry_run=true' : ''}`;
    return this.send('POST', path, { entry_id: id, base_revision: baseRevision, ...content }, table.token);
  }

  /** Any call of the API; throws `Rejected` for what is refused and `NoAnswer` where nobody answers. */
  async ask<T>(method: string, path: string, content?: unknown, token?: string): Promise<T> {
    const { status, body } = await this.send(method, path, content, token);
    return accept<T>(status, body);
  }

  private async send(method: string, path: string, content?: unknown, token?: string): Promise<Answer> {
    if (!hasServer) throw new NoAnswer('no server');
    const headers: Record<string, string> = {
      Accept: 'application/json',
      'Accept-Language': document.documentElement.lang || 'en',
    };
    if (content !== undefined) headers['Content-Type'] = 'application/json';
    if (token) headers['Authorization'] = `Bearer ${token}`;
    // Not AbortSignal.timeout: without it an older browser, which tries all the same, would never reach the server.
    const patience = new AbortController();
    const late = setTimeout(() => patience.abort(), PATIENCE);
    try {
      const response = await this.fetching(this.root + path, {
        method,
        headers,
        signal: patience.signal,
        ...(content === undefined ? {} : { body: JSON.stringify(content) }),
      });
      // A proxy that stands in for a sleeping server answers in its own words: not our answer.
      if ([408, 425, 429].includes(response.status) || response.status >= 500)
        throw new NoAnswer(String(response.status));
      const body: unknown = response.status === 204 ? null : await response.json();
      if (response.status >= 300 && !isProblem(body)) throw new NoAnswer(String(response.status));
      return { status: response.status, body };
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      throw new NoAnswer(error instanceof Error ? error.message : String(error));
    } finally {
      clearTimeout(late);
    }
  }
}

function accept<T>(status: number, body: unknown): T {
  if (status < 300) return body as T;
  const problem = body as Problem;
  const { field, allowed, rule, params, revision, limit } = problem;
  const about = Object.fromEntries(
    Object.entries({ field, allowed, rule, params, revision, limit }).filter(
      ([, value]) => value !== undefined,
    ),
  );
  throw new Rejected(status, problem.code, problem.detail ?? problem.title ?? '', about);
}

/** The form of an answer of the server's own; a page that a network puts in between may say anything with 200. */
function acknowledges(answer: Partial<Recorded> | null, id: string): answer is Recorded {
  return (
    answer?.entry_id === id &&
    typeof answer.revision === 'number' &&
    typeof answer.view?.revision === 'number'
  );
}

function openedBy({ code, token, view, opened }: OpenedTable): OpenedTable {
  if (typeof code !== 'string' || typeof token !== 'string' || typeof view?.revision !== 'number')
    throw new NoAnswer('no table');
  return { code, token, view, ...(opened ? { opened } : {}) };
}

/** The key is good, but this place at the table may not do it: the group decides, nothing is lost. */
function isNotOurs(status: number, body: unknown): boolean {
  return status === 403 && ['not_allowed', 'not_yours'].includes((body as Problem).code);
}

function viewOf(answer: View | { view: View }): View {
  const view = 'view' in answer ? answer.view : answer;
  if (typeof view?.revision !== 'number') throw new NoAnswer('no table');
  return view;
}

function refused(problem: Problem): { kind: 'refused'; refusal: RefusalInfo | null; detail: string } {
  const { code, rule, params, overridable } = problem;
  const told = code && rule ? { code, rule, params: params ?? {}, overridable: overridable ?? false } : null;
  return { kind: 'refused', refusal: problem.refusal ?? told, detail: problem.detail ?? problem.title ?? '' };
}
