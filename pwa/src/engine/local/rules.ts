import type { About } from '../engine';
import type { RefusalInfo } from '../types';

/** How the engine on this phone is doing. */
export type Status =
  | { kind: 'asleep' }
  | { kind: 'loading'; loaded: number; total: number }
  | { kind: 'ready'; version: string }
  | { kind: 'impossible'; reason: string };

/** What the engine refuses, or could not read. */
export type Problem =
  | RefusalInfo
  | ({ code: 'malformed'; field: string } & Pick<About, 'allowed' | 'fault' | 'takes'>)
  | { code: 'line_refused'; revision: number; reason: RefusalInfo }
  | { code: 'too_much_work'; revision: number };

export class RulesProblem extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** Whoever answers the calls of companion/bridge/. */
export interface Rules {
  readonly status: Status;
  /** Settles when the engine is ready; false where it cannot be. */
  ready(): Promise<boolean>;
  /** The answer; throws `RulesProblem` for what the engine refuses. */
  call<T>(call: string, content?: Record<string, unknown>): Promise<T>;
}
