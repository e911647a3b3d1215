import { describe, expect, it } from 'vitest';

import type { LogLine } from '../../engine';
import { heldLines, moves, passing, rulesOf, turnsOf } from './turns';

const line = (revision: number, order: number, turn: [number, number], type: string, more: Partial<LogLine> = {}): LogLine => ({
  revision, order, turn, entry_id: String(revision), holds: true, seat: turn[1], entry: { type }, ...more,
});

describe('the log turn by turn', () => {
  it('puts cards drawn one after the other side by side, and tells below them what one set off', () => {
    const bust = line(3, 2, [1, 0], 'draw', { ledger: [{ why: 'bust', rule: 'bust', seat: 0 }] });
    const [turn] = turnsOf([line(1, 0, [1, 0], 'draw'), line(2, 1, [1, 0], 'draw'), bust]);
    expect(turn?.items.map(({ kind, lines }) => [kind, lines.length])).toEqual([['drawn', 3], ['entry', 1]]);
  });

  it('begins a new turn with another active player, and gathers those who pass', () => {
    const turns = turnsOf([line(1, 0, [1, 0], 'stop'), line(2, 1, [1, 0], 'pass'), line(3, 2, [1, 0], 'pass'), line(4, 3, [1, 1], 'draw')]);
    expect(turns.map(({ seat, items }) => [seat, items.map(({ kind }) => kind)])).toEqual([[0, ['entry', 'passed']], [1, ['drawn']]]);
  });

  it('leaves out what was taken back, and keeps the order in which entries count', () => {
    const inserted = line(5, 0, [1, 0], 'draw');
    const held = heldLines([line(1, 1, [1, 0], 'draw'), { ...line(2, 2, [1, 0], 'draw'), holds: false }, inserted]);
    expect(held.map(({ revision }) => revision)).toEqual([5, 1]);
  });

  it('names each rule once, first the broken one', () => {
    const paid = line(1, 0, [1, 0], 'take', {
      overridden: [{ code: 'NO_TAKES_LEFT', rule: 'no_takes_left', params: {}, overridable: true }],
      ledger: [{ why: 'hire', rule: 'hire', seat: 0, coins: -4 }, { why: 'passed', rule: 'pass', seat: 1 }, { why: 'trade', rule: 'hire', seat: 2, coins: 1 }],
    });
    expect(rulesOf(paid)).toEqual(['no_takes_left', 'hire', 'pass']);
    expect(moves(paid).map(({ coins }) => coins)).toEqual([-4, 1]);
    expect(passing(paid)).toEqual([1]);
  });
});
