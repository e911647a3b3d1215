import { describe, expect, it } from 'vitest';

import type { LogLine, RefusalInfo } from '../../engine';
import { isMarked, markedSince, roundsOf, shownLines } from './shown';

const against: RefusalInfo[] = [{ code: 'TOO_DEAR', rule: 'hire', params: {}, overridable: true }];
const line = (revision: number, turn: [number, number], more: Partial<LogLine> = {}): LogLine => ({
  revision,
  order: revision,
  turn,
  entry_id: String(revision),
  holds: true,
  seat: turn[1],
  entry: { type: 'stop' },
  ...more,
});
const shown = (...told: Parameters<typeof shownLines>): number[] =>
  shownLines(...told).map(({ revision }) => revision);

const LOG = [
  line(1, [1, 0], { corrected: { by: 6 } }),
  line(2, [1, 1], { ledger: [{ why: 'hire', rule: 'hire', seat: 2, coins: -3 }] }),
  line(3, [2, 0], { overridden: against, kept: { fits: true, by: 6 } }),
  line(4, [2, 1], { overridden: against }),
  line(5, [2, 2], { overridden: against, kept: { fits: false, by: 6 }, accepted: 7 }),
  { revision: 6, entry_id: 'c', holds: false, correction: { type: 'remove' as const, revision: 9 } },
  line(8, [3, 0], { corrected: { by: 9 } }),
];

describe('what the log shows', () => {
  it('counts as marked what stands against the rules, until the table says that it is right so', () => {
    expect(LOG.filter(isMarked).map(({ revision }) => revision)).toEqual([3, 4]);
    expect([...markedSince(LOG)]).toEqual([[6, 1]]);
  });

  it('shows what is marked together with the correction that is its cause, and no other correction', () => {
    expect(shown(LOG, 'marked', null)).toEqual([1, 3, 4]);
  });

  it('shows of one player what that player did, and what moved the own coins', () => {
    expect(shown(LOG, 2, null)).toEqual([2, 5]);
    expect(shown(LOG, 'all', null)).toEqual([1, 2, 3, 4, 5, 8]);
  });

  it('knows of what was taken out in which turn and whose it was, also where nothing else is shown', () => {
    const out: LogLine = {
      revision: 7,
      entry_id: 'out',
      holds: false,
      entry: { type: 'take', harbor_index: 0 },
      corrected: { by: 9 },
    };
    expect(shownLines([...LOG, out], 'marked', 7)).toContainEqual(
      expect.objectContaining({ revision: 7, turn: [2, 2], seat: 2 }),
    );
    expect(shown([...LOG, out], 'all', null)).toEqual([1, 2, 3, 4, 5, 7, 8]);
  });

  it('keeps the entry that is open, whatever is shown', () => {
    expect(shown(LOG, 'marked', 8)).toEqual([1, 3, 4, 8]);
  });

  it('names every round up to the one that is played, each with its busts', () => {
    const bust = { ledger: [{ why: 'bust', rule: 'bust', seat: 0 }] };
    expect(roundsOf([line(1, [1, 0], bust), line(2, [1, 1], bust), line(3, [3, 0], bust)], 4)).toEqual([
      { round: 1, busts: 2 },
      { round: 2, busts: 0 },
      { round: 3, busts: 1 },
      { round: 4, busts: 0 },
    ]);
    expect(roundsOf([], 7)).toEqual([{ round: 7, busts: 0 }]);
  });
});
