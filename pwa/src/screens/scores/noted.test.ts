import { describe, expect, it } from 'vitest';

import type { LogLine, RefusalInfo } from '../../engine';
import { notedIn } from './noted';

const against: RefusalInfo = { code: 'CANNOT_AFFORD', rule: 'hire', params: {}, overridable: true };
const line = (type: string, more: Partial<LogLine> = {}): LogLine =>
  ({ revision: 1, entry_id: type, entry: { type }, holds: true, ...more }) as LogLine;

describe('what the figures rest on besides the play', () => {
  it('is nothing where all of it was played by the rules', () => {
    expect(notedIn([line('draw'), line('take')])).toBeNull();
  });

  it('is what was counted and what is marked, as far as it holds and nobody has accepted it', () => {
    const lines = [
      line('count'),
      line('payment'),
      line('take', { overridden: [against] }),
      line('take', { overridden: [against], accepted: 9 }),
      line('count', { holds: false }),
      line('draw'),
    ];
    expect(notedIn(lines)).toEqual({ counted: 2, marked: 1 });
  });
});
