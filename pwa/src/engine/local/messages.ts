/** What goes between the page and the engine's worker. */

/** Where the engine's files are, as absolute addresses, with their sizes in bytes. */
export interface Files {
  version: string;
  /** The folder of Pyodide. */
  python: string;
  library: string;
  companion: string;
  /** Fetched once the engine is ready: only the rules desk asks for it. */
  desk: string;
  /** Pyodide's list of packages, empty: none is ever loaded. */
  lock: object;
  sizes: Record<string, number>;
}

/** How many bytes the engine waits for. */
export function toBeReady({ sizes, desk }: Files): number {
  return Object.values(sizes).reduce((sum, size) => sum + size, 0) - (sizes[desk] ?? 0);
}

export type ToWorker = { files: Files } | { id: number; question: string };

export type FromWorker =
  | { kind: 'loading'; loaded: number; total: number }
  | { kind: 'ready'; version: string }
  | { kind: 'impossible'; reason: string }
  | { kind: 'answer'; id: number; answer: string }
  | { kind: 'failed'; id: number; reason: string };
