import { getContext, setContext } from 'svelte';

import type { LogLine } from '../../engine';

/** What a line of the log may ask of the log around it, and do there. */
export interface OnLog {
  readonly chosen: number | null;
  readonly locked: boolean;
  /** How many entries count in all. */
  readonly total: number;
  /** What was put right is told without being opened. */
  readonly told: boolean;
  /** How many later entries do not hold since a correction. */
  readonly since: Map<number, number>;
  /** Ships that went away again, by the revision of the entry that drew them. */
  readonly repelled: Set<number>;
  lineOf: (revision: number | undefined) => LogLine | undefined;
  /** The entry whose correction is why another no longer holds. */
  causeOf: (line: LogLine) => LogLine | undefined;
  choose: (revision: number | null) => void;
  undo: (line: LogLine) => void;
  correct: (line: LogLine, drop?: boolean) => void;
  /** The table says that it is right as it stands. */
  accept: (line: LogLine) => void;
}

const LOG = Symbol('log');

export function setLog(log: OnLog): void {
  setContext(LOG, log);
}

/** The log around a line: asked for while the line is made. */
export function onLog(): OnLog {
  return getContext<OnLog>(LOG);
}
