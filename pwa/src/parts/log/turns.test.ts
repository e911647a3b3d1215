import { describe, expect, it } from 'vitest';

import type { LogLine } from '../../engine';
import { hour } from '../../words/when';
import { moment, span } from './times';
import { heldLines, moves, passing, repelledIn, rulesOf, turnsOf } from './turns';

const line = (
  revision: number,
  order: number,
  turn: [number, number],
  type: string,
  more: Partial<LogLine> = {},
): LogLine => ({
  revision,
  order,
  turn,
  entry_id: String(revision),
  holds: true,
  seat: turn[1],
  entry: { type },
  ...more,
});

describe('the log turn by turn', () => {
  it('puts cards drawn one after the other side by side, and tells below them what one set off', () => {
    const bust = line(3, 2, [1, 0], 'draw', { ledger: [{ why: 'bust', rule: 'bust', seat: 0 }] });
    const [turn] = turnsOf([line(1, 0, [1, 0], 'draw'), line(2, 1, [1, 0], 'draw'), bust]);
    expect(turn?.items.map(({ kind, lines }) => [kind, lines.length])).toEqual([
      ['drawn', 3],
      ['entry', 1],
    ]);
  });

  it('begins a new turn with another active player, and gathers those who pass', () => {
    const turns = turnsOf([
      line(1, 0, [1, 0], 'stop'),
      line(2, 1, [1, 0], 'pass'),
      line(3, 2, [1, 0], 'pass'),
      line(4, 3, [1, 1], 'draw'),
    ]);
    expect(turns.map(({ seat, items }) => [seat, items.map(({ kind }) => kind)])).toEqual([
      [0, ['entry', 'passed']],
      [1, ['drawn']],
    ]);
  });

  it('leaves out what was taken back, and keeps the order in which entries count', () => {
    const inserted = line(5, 0, [1, 0], 'draw');
    const held = heldLines([
      line(1, 1, [1, 0], 'draw'),
      { ...line(2, 2, [1, 0], 'draw'), holds: false },
      inserted,
    ]);
    expect(held.map(({ revision }) => revision)).toEqual([5, 1]);
  });

  it('crosses a ship that was repelled, with its own entry or with the next one', () => {
    const ship = { kind: 'ship' as const, color: 'blue' as const, swords: 1, coins: 1 };
    const repelled = { ledger: [{ why: 'repelled', rule: 'repel', params: { card: ship } }] };
    const draw = (revision: number, more: Partial<LogLine> = {}): LogLine =>
      line(revision, revision, [1, 0], 'draw', { entry: { type: 'draw', card: ship }, ...more });
    expect([
      ...repelledIn([draw(1), draw(2, repelled), draw(3), line(4, 4, [1, 0], 'repel', repelled)]),
    ]).toEqual([2, 3]);
  });

  it('tells of a taken card what was declined, kept and gained besides, and what an entry is called by no second time', () => {
    const ledger = ['trade', 'item_kept', 'crowns', 'marker_frees'].map((why) => ({
      why,
      rule: why,
      seat: 0,
    }));
    expect(moves(line(1, 0, [1, 0], 'take', { ledger })).map(({ why }) => why)).toEqual([
      'item_kept',
      'crowns',
    ]);
    const completed = [
      { why: 'mission', rule: 'missions', seat: 0 },
      { why: 'crowns', rule: 'crowns', seat: 0 },
    ];
    expect(
      moves(line(1, 0, [1, 0], 'complete_mission', { ledger: completed })).map(({ why }) => why),
    ).toEqual(['crowns']);
  });

  it('says from when to when a turn was, and the day where it is another one', () => {
    const evening = new Date(2026, 2, 4, 23, 58).getTime() / 1000;
    const turns = turnsOf([
      line(1, 0, [1, 0], 'stop', { at: evening }),
      line(2, 1, [1, 0], 'take', { at: evening + 60 }),
      line(3, 2, [1, 1], 'draw', { at: evening + 200 }),
      line(4, 3, [1, 2], 'draw'),
    ]);
    expect(turns.map(({ lines }) => span(lines))).toEqual(['23:58–23:59', '00:01', '']);
    expect(turns.map(({ day }) => day)).toEqual([undefined, evening + 200, undefined]);
    expect([hour(undefined), moment(evening, evening)]).toEqual(['', '23:58']);
  });

  it('tells what was taken out where it stood, and counts it no more', () => {
    const gone: LogLine = {
      revision: 2,
      entry_id: '2',
      holds: false,
      entry: { type: 'draw' },
      corrected: { by: 9 },
    };
    const undone = { ...line(3, 0, [0, 0], 'draw'), holds: false };
    const lines = [line(1, 0, [2, 1], 'draw'), gone, undone, line(4, 1, [2, 2], 'draw')];
    expect(heldLines(lines).map(({ revision }) => revision)).toEqual([1, 4]);
    expect(
      turnsOf(lines).map(({ seat, items }) => [
        seat,
        items.map(({ kind, lines }) => [kind, lines[0]?.revision]),
      ]),
    ).toEqual([
      [
        1,
        [
          ['drawn', 1],
          ['entry', 2],
        ],
      ],
      [2, [['drawn', 4]]],
    ]);
  });

  it('tells what stands alone beside no other card', () => {
    const put = line(2, 1, [1, 0], 'draw', { corrected: { by: 9 } });
    const [turn] = turnsOf(
      [line(1, 0, [1, 0], 'draw'), put, line(3, 2, [1, 0], 'draw')],
      (one) => one.corrected !== undefined,
    );
    expect(turn?.items.map(({ kind }) => kind)).toEqual(['drawn', 'entry', 'drawn']);
  });

  it('names each rule once, first the broken one', () => {
    const paid = line(1, 0, [1, 0], 'take', {
      overridden: [{ code: 'NO_TAKES_LEFT', rule: 'no_takes_left', params: {}, overridable: true }],
      ledger: [
        { why: 'hire', rule: 'hire', seat: 0, coins: -4 },
        { why: 'passed', rule: 'pass', seat: 1 },
        { why: 'trade', rule: 'hire', seat: 2, coins: 1 },
      ],
    });
    expect(rulesOf(paid)).toEqual(['no_takes_left', 'hire', 'pass']);
    expect(moves(paid).map(({ coins }) => coins)).toEqual([-4, 1]);
    expect(passing(paid)).toEqual([1]);
  });
});
