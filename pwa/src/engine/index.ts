import { localEngine } from './local';
import { StoredBooks } from './local/books';
import { ServerEngine } from './server';
import { Together } from './together';
import type { TableEngine } from './together';

let chosen: TableEngine | null = null;

/** The engine that answers on this phone. */
export function engine(): TableEngine {
  chosen ??= new Together(localEngine(), new ServerEngine(), new StoredBooks());
  return chosen;
}

/** For tests. */
export function useEngine(other: TableEngine | null): void {
  chosen = other;
}

export * from './engine';
export * from './types';
export type { Decision } from './local/book';
export type { Question } from './local/books';
export type { Progress, TableEngine } from './together';
export { localRules } from './local';
export type { Status } from './local';
export type { Exported as Saved } from './local';
