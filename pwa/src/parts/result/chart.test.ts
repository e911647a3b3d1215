import { describe, expect, it } from 'vitest';

import type { Evening } from '../../engine/evenings';
import { chartOf, LEFT, RIGHT } from './chart';

const nobody = { drawn: 0, repelled: [], income: [], hired: {} };

function evening(rounds: number[][], busts: number[][] = []): Evening {
  return {
    revision: 1,
    awards: [],
    rounds: rounds.map((vp, round) => ({ round, vp, coins: vp })),
    players: (rounds[0] ?? []).map((_, seat) => ({
      ...nobody,
      seat,
      name: `P${seat}`,
      busts: (busts[seat] ?? []).map((round, at) => ({ round, revision: at + 1 })),
    })),
  };
}

describe('the chart of an evening', () => {
  it('goes from the left edge to the right one, and up where points were won', () => {
    const [course] = chartOf(evening([[0], [0], [4]])).courses;
    expect(course?.points.map(({ x }) => x)).toEqual([LEFT, (LEFT + RIGHT) / 2, RIGHT]);
    const [began, stayed, rose] = course?.points.map(({ y }) => y) ?? [];
    expect(stayed).toBe(began);
    expect(rose).toBeLessThan(stayed ?? 0);
  });

  it('draws equal lines side by side, and their names apart', () => {
    const { courses } = chartOf(
      evening([
        [0, 0, 0],
        [5, 5, 5],
      ]),
    );
    expect(new Set(courses.map(({ end }) => end.y)).size).toBe(3);
    const names = courses.map(({ label }) => label.y).sort((one, other) => one - other);
    expect(names.slice(1).every((y, at) => y - (names[at] ?? 0) >= 16)).toBe(true);
  });

  it('has a round line at the top, however many points there are', () => {
    for (const most of [1, 4, 5, 12, 13, 17, 29, 48]) {
      const { points } = chartOf(evening([[0], [most]]));
      expect(points[0]?.figure).toBe(0);
      expect(points.at(-1)?.figure).toBeGreaterThanOrEqual(most);
      expect(points.length).toBeLessThanOrEqual(7);
    }
  });

  it('numbers the first and the last round, and a few between', () => {
    for (const last of [1, 2, 5, 12, 30]) {
      const shown = chartOf(evening(Array.from({ length: last + 1 }, () => [0]))).rounds.map(
        ({ figure }) => figure,
      );
      expect(shown.at(-1)).toBe(last);
      expect(new Set(shown).size).toBe(shown.length);
      expect(shown.length).toBeLessThanOrEqual(6);
    }
  });

  it('marks each bust in its own round, also two of one', () => {
    const { courses } = chartOf(
      evening(
        [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
        [[2], [1, 1]],
      ),
    );
    const half = (LEFT + RIGHT) / 2;
    expect(courses[0]?.busts).toHaveLength(1);
    expect(courses[0]?.busts[0]?.x).toBeGreaterThan(half);
    const [one, other] = courses[1]?.busts.map(({ x }) => x) ?? [];
    expect(one).not.toBe(other);
    expect(Math.max(one ?? 0, other ?? 0)).toBeLessThan(half);
  });

  it('leaves out who was not there yet', () => {
    const late = evening([
      [0, 0],
      [1, 0],
    ]);
    late.rounds[0] = { round: 0, vp: [0], coins: [3] };
    expect(chartOf(late).courses.map(({ points }) => points.length)).toEqual([2, 1]);
  });
});
