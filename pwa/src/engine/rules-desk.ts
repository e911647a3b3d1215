import { ownElseServers } from './at-table';
import type { Readiness } from './at-table';
import { NoAnswer, Rejected } from './engine';
import type { TableKey } from './engine';
import { localEngine } from './local';
import type { LocalEngine } from './local';
import { ServerEngine } from './server';
import type { Answer, Fact, Page, PageLink, Search as Found } from './api';
import type { Editions } from './types';

export type { Answer, Citation, Fact, Page, PageLine, PageLink, Search as Found } from './api';

/** What a situation set up by hand comes to. */
export type Ruling = Record<string, unknown> & { result: string; reason: string };

/** Whose answers are wanted: of which box, with which modules, in which language; from a table, by its own rules. */
export interface Asking {
  edition?: string | undefined;
  modules?: string[] | undefined;
  language: string;
  table?: TableKey | undefined;
}

/** Which questions: those about something the engine names (a rule, a person), or those of a topic. */
export type Listed = { explains: string } | { topic: string } | { module: string };

/** Whoever knows the rules questions. A call that got no answer at all throws `NoAnswer`. */
export interface RulesDesk {
  search(query: string, asking: Asking): Promise<Found>;
  question(id: string, asking: Asking): Promise<Answer | null>;
  questions(listed: Listed, asking: Asking): Promise<Answer[]>;
  /** What can be read in one piece: a whole turn, set-up, the end, the cards. */
  pages(asking: Asking): Promise<PageLink[]>;
  page(id: string, asking: Asking): Promise<Page | null>;
  atTable(table: TableKey, id: string): Promise<Fact[]>;
  ruling(body: unknown): Promise<Ruling>;
  editions(): Promise<Editions>;
}

const LIMIT = 5;

/** The desk behind the HTTP API; what it lists is asked for again by its tag, so only changes travel. */
export class ServerDesk implements RulesDesk {
  constructor(private readonly server: ServerEngine = new ServerEngine()) {}

  search(query: string, { table, ...asking }: Asking): Promise<Found> {
    const asked = { q: query, limit: LIMIT };
    if (table)
      return this.server.ask<Found>(
        'GET',
        `/tables/${table.code}/rules?${written(asked, { language: asking.language })}`,
        undefined,
        table.token,
      );
    return this.server.ask<Found>('GET', `/rules/search?${written(asked, asking)}`);
  }

  question(id: string, asking: Asking): Promise<Answer | null> {
    return this.server
      .ask<Answer>('GET', `/rules/questions/${encodeURIComponent(id)}?${written({}, asking)}`)
      .catch(nullIfUnknown);
  }

  async questions(listed: Listed, asking: Asking): Promise<Answer[]> {
    return (
      await this.server.ask<{ questions: Answer[] }>(
        'GET',
        `/rules/questions?${written({ ...listed }, asking)}`,
      )
    ).questions;
  }

  async pages(asking: Asking): Promise<PageLink[]> {
    return (await this.server.ask<{ pages: PageLink[] }>('GET', `/rules/pages?${written({}, asking)}`)).pages;
  }

  page(id: string, asking: Asking): Promise<Page | null> {
    return this.server
      .ask<Page>('GET', `/rules/pages/${encodeURIComponent(id)}?${written({}, asking)}`)
      .catch(nullIfUnknown);
  }

  async atTable(table: TableKey, id: string): Promise<Fact[]> {
    const path = `/tables/${table.code}/rules/${encodeURIComponent(id)}`;
    return (await this.server.ask<{ facts: Fact[] }>('GET', path, undefined, table.token)).facts;
  }

  ruling(body: unknown): Promise<Ruling> {
    return this.server.ask<Ruling>('POST', '/rulings', body);
  }

  editions(): Promise<Editions> {
    return this.server.editions();
  }
}

/** The desk in this phone's own engine: the same questions and the same search, without a network. */
export class LocalDesk implements RulesDesk {
  constructor(private readonly local: LocalEngine) {}

  search(query: string, { table, ...asking }: Asking): Promise<Found> {
    if (table)
      return this.local.asked<Found>('search_at_table', {
        query,
        limit: LIMIT,
        code: table.code,
        language: asking.language,
      });
    return this.local.asked<Found>('search', { query, limit: LIMIT, ...asking });
  }

  async question(id: string, { table: _, ...asking }: Asking): Promise<Answer | null> {
    return (await this.local.asked<{ question: Answer | null }>('question', { id, ...asking })).question;
  }

  async questions(listed: Listed, { table: _, ...asking }: Asking): Promise<Answer[]> {
    return (await this.local.asked<{ questions: Answer[] }>('questions', { ...listed, ...asking })).questions;
  }

  async pages({ table: _, ...asking }: Asking): Promise<PageLink[]> {
    return (await this.local.asked<{ pages: PageLink[] }>('pages', { ...asking })).pages;
  }

  async page(id: string, { table: _, ...asking }: Asking): Promise<Page | null> {
    return (await this.local.asked<{ page: Page | null }>('page', { id, ...asking })).page;
  }

  async atTable(table: TableKey, id: string): Promise<Fact[]> {
    return (await this.local.asked<{ facts: Fact[] }>('at_table', { code: table.code, id })).facts;
  }

  ruling(body: unknown): Promise<Ruling> {
    return this.local.asked<Ruling>('ruling', { body });
  }

  editions(): Promise<Editions> {
    return this.local.editions();
  }
}

/** The phone's own desk where it is ready, else the server; without a network the phone's own is waited for. */
export class NearestDesk implements RulesDesk {
  constructor(
    private readonly local: RulesDesk,
    private readonly server: RulesDesk,
    private readonly rules: Readiness,
  ) {}

  /** At a table that neither holds, its box answers. */
  async search(query: string, asking: Asking): Promise<Found> {
    const { table, ...anywhere } = asking;
    if (table) {
      try {
        return await ownElseServers(
          this.rules,
          () => this.local.search(query, asking),
          () => this.server.search(query, asking),
        );
      } catch (error) {
        if (!(error instanceof NoAnswer || error instanceof Rejected)) throw error;
      }
    }
    return this.nearest((desk) => desk.search(query, anywhere));
  }

  question(id: string, asking: Asking): Promise<Answer | null> {
    return this.nearest((desk) => desk.question(id, asking));
  }

  questions(listed: Listed, asking: Asking): Promise<Answer[]> {
    return this.nearest((desk) => desk.questions(listed, asking));
  }

  pages(asking: Asking): Promise<PageLink[]> {
    return this.nearest((desk) => desk.pages(asking));
  }

  page(id: string, asking: Asking): Promise<Page | null> {
    return this.nearest((desk) => desk.page(id, asking));
  }

  /** The phone's engine may not hold this table; then the server does. */
  atTable(table: TableKey, id: string): Promise<Fact[]> {
    return ownElseServers(
      this.rules,
      () => this.local.atTable(table, id),
      () => this.server.atTable(table, id),
    );
  }

  ruling(body: unknown): Promise<Ruling> {
    return this.nearest((desk) => desk.ruling(body));
  }

  editions(): Promise<Editions> {
    return this.nearest((desk) => desk.editions());
  }

  private async nearest<T>(ask: (desk: RulesDesk) => Promise<T>): Promise<T> {
    if (this.rules.status.kind === 'ready') {
      try {
        return await ask(this.local);
      } catch (error) {
        if (error instanceof Rejected) throw error;
        // Its files may not have come.
        return ask(this.server);
      }
    }
    try {
      return await ask(this.server);
    } catch (error) {
      if (!(error instanceof NoAnswer) || !(await this.rules.ready())) throw error;
      return ask(this.local);
    }
  }
}

let chosen: RulesDesk | null = null;

/** The desk that answers on this phone. */
export function rulesDesk(): RulesDesk {
  if (!chosen) {
    const local = localEngine();
    chosen = new NearestDesk(new LocalDesk(local), new ServerDesk(), local.rules);
  }
  return chosen;
}

/** The first search makes the index: done before anybody asks, where the desk's files are here. */
export async function makeIndex(): Promise<void> {
  const { rules } = localEngine();
  if (await rules.ready()) await rules.call('search', { query: '' }).catch(() => undefined);
}

/** For tests. */
export function useRulesDesk(other: RulesDesk | null): void {
  chosen = other;
}

function written(query: Record<string, string | number>, { edition, modules, language }: Asking): string {
  const parts = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]));
  if (edition) parts.set('edition', edition);
  if (modules?.length) parts.set('modules', modules.join(','));
  parts.set('lang', language);
  return parts.toString();
}

function nullIfUnknown(error: unknown): null {
  if (error instanceof Rejected && error.status === 404) return null;
  throw error;
}
