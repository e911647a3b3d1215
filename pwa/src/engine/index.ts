import type { Engine } from './engine';
import { ServerEngine } from './server';

let chosen: Engine | null = null;

/** The engine that answers on this phone. */
export function engine(): Engine {
  chosen ??= new ServerEngine();
  return chosen;
}

/** For tests, and for the day when a second engine takes over. */
export function useEngine(other: Engine | null): void {
  chosen = other;
}

export * from './engine';
export * from './types';
