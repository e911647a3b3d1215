import { NoAnswer, Rejected } from './engine';
import type { TableKey } from './engine';
import { engine } from '.';
import { localEngine } from './local';
import { ServerEngine } from './server';

/** Whether the phone's own engine can answer: now, some day, or never. */
export interface Readiness {
  readonly status: { kind: string };
  ready(): Promise<boolean>;
}

/** One question about a table: what the phone's engine calls it, and where the server answers it. */
export interface Question {
  call: string;
  about?: object;
  method?: 'GET' | 'POST';
  /** Below the table's own address. */
  path: string;
  body?: unknown;
}

/**
 * What the phone's own engine says where it is ready and holds the table, else what the server says. Without a network
 * the own engine is waited for.
 */
export async function ownElseServers<T>(
  rules: Readiness,
  own: () => Promise<T>,
  servers: () => Promise<T>,
): Promise<T> {
  if (rules.status.kind === 'ready') {
    try {
      return await own();
    } catch (error) {
      if (error instanceof Rejected && error.about.field !== 'code') throw error;
      // It does not hold the table, or has not all of its files yet.
      return servers();
    }
  }
  try {
    return await servers();
  } catch (error) {
    if (!(error instanceof NoAnswer) || !(await rules.ready())) throw error;
    return own();
  }
}

export function askTable<T>(
  table: TableKey,
  { call, about = {}, method = 'GET', path, body }: Question,
): Promise<T> {
  const own = localEngine();
  const asked = async () => {
    // The engine may be there a moment before it has opened the table.
    await engine()
      .view(table)
      .catch(() => undefined);
    return own.asked<T>(call, { code: table.code, ...about });
  };
  return ownElseServers(own.rules, asked, async () => {
    const { code, token } = await engine().onServer(table);
    return new ServerEngine().ask<T>(method, `/tables/${code}/${path}`, body, token);
  });
}
