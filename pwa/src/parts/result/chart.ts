import type { Evening, Moment } from '../../engine/evenings';

/** The chart's own measures; it is drawn as wide as the page. */
export const WIDE = 358;
export const LEFT = 22;
export const RIGHT = 294;
const TOP = 24;
const FLOOR = 206;
const BUSTS = 236;
const BETWEEN = 14;
/** Names at the ends of lines keep so much from each other. */
const NAME = 16;
/** Lines that are equal lie side by side. */
const ASIDE = 1.45;

export interface Point {
  x: number;
  y: number;
}
export interface Course {
  seat: number;
  name: string;
  points: Point[];
  end: Point;
  label: Point;
  vp: number;
  busts: Point[];
  row: number;
}
export interface Tick {
  at: number;
  figure: number;
}
export interface Chart {
  courses: Course[];
  rounds: Tick[];
  points: Tick[];
  high: number;
  first: number;
  last: number;
}

/** Everybody's points from round to round, with the busts of each in a row of their own. */
export function chartOf({ rounds, players }: Evening): Chart {
  const first = rounds[0]?.round ?? 0;
  const last = Math.max(first + 1, rounds.at(-1)?.round ?? 0);
  const step = stepOf(Math.max(1, ...rounds.flatMap(({ vp }) => vp)));
  const most = Math.ceil(Math.max(1, ...rounds.flatMap(({ vp }) => vp)) / step) * step;
  const x = (round: number) => LEFT + ((RIGHT - LEFT) * (round - first)) / (last - first);
  const y = (vp: number) => FLOOR - ((FLOOR - TOP) * vp) / most;
  const courses = players.map(({ seat, name, busts }, at): Course => {
    const aside = (at - (players.length - 1) / 2) * ASIDE;
    const points = rounds.flatMap(({ round, vp }) =>
      vp[seat] === undefined ? [] : [{ x: x(round), y: y(vp[seat]) + aside }],
    );
    const end = points.at(-1) ?? { x: LEFT, y: FLOOR };
    const row = BUSTS + at * BETWEEN;
    return {
      seat,
      name,
      points,
      end,
      label: { ...end },
      vp: rounds.at(-1)?.vp[seat] ?? 0,
      row,
      busts: spread(busts, x).map((across) => ({ x: across, y: row })),
    };
  });
  keepApart(courses.map(({ label }) => label));
  return {
    courses,
    first,
    last,
    rounds: ticks(first, last).map((round) => ({ at: x(round), figure: round })),
    points: Array.from({ length: most / step + 1 }, (_, at) => ({ at: y(at * step), figure: at * step })),
    high: BUSTS + players.length * BETWEEN,
  };
}

/** Busts of one round lie within it, one after the other. */
function spread(busts: Moment[], x: (round: number) => number): number[] {
  return busts.map(({ round }, at) => {
    const same = busts.filter((other) => other.round === round);
    const place = same.indexOf(busts[at] as Moment);
    return x(round - 0.5 + (place + 0.5) / same.length - 0.5);
  });
}

function stepOf(most: number): number {
  return most <= 4 ? 1 : most <= 16 ? 4 : most <= 30 ? 5 : 10;
}

function ticks(first: number, last: number): number[] {
  const every = Math.max(1, Math.ceil((last - first) / 4));
  const between = Array.from(
    { length: Math.floor((last - first) / every) + 1 },
    (_, at) => first + at * every,
  );
  const inner = between.filter((round) => last - round >= every / 2 && round > first);
  return [...new Set([Math.max(1, first), ...inner, last])];
}

/** From the top down, each name at least its height below the one before. */
function keepApart(labels: Point[]): void {
  let above = -Infinity;
  for (const label of [...labels].sort((one, other) => one.y - other.y)) {
    label.y = Math.max(label.y, above + NAME);
    above = label.y;
  }
}
