import type { Score } from '../../engine';
import type { Evening } from '../../engine/evenings';
import { CLOTH, POLE, sewn } from '../../parts/pennants';
import { chartOf, LEFT, RIGHT } from '../../parts/result/chart';
import type { Chart, Point } from '../../parts/result/chart';
import { KINDS, LINES, markOf } from '../../parts/result/marks';
import { isTogether } from '../../parts/result/result';
import { text } from './shapes';
import type { Drawn, Line, Tokens } from './shapes';

/** What the picture says; colors and fonts come from its theme. `last`: what stands at the points that bring the end. */
export interface Told {
  group: string;
  day: string;
  title: string;
  because: string;
  last: string;
  figures: string;
  app: string;
}

/** What it shows of an evening. */
export interface Shown {
  score: Score;
  evening: Evening | null;
  pennant: number;
  required: number | null;
}

/** As wide as high. */
export const SIDE = 1080;
const MARGIN = 56;
const ROOM = SIDE - 2 * MARGIN;
const CELLS = { top: 336, high: 174, between: 16 };
/** Where the chart lies: from the left line to the last round, from the most points to none. */
const PLOT = { left: 104, right: 876, top: 560, floor: 848 };
const SEA = 976;
const SIGN = 10;
const USED = [
  'sky',
  'sky-glow',
  'water',
  'water-line',
  'card-hi',
  'rule',
  'rule-strong',
  'text',
  'text-2',
  'text-3',
  'brass',
  'brass-wash',
  'coin',
  'coin-rim',
  'on-coin',
  'shield',
  'on-shield',
  'hull',
  'hull-line',
  'ship-black',
  'ship-black-line',
  'ship-yellow',
  'ship-yellow-line',
  'wood-1',
  'wood-2',
  'wood-3',
  'wood-4',
  'wood-5',
  'on-wood',
  'serif',
  'sans',
];

export function tokensOf(themed: Element): Tokens {
  const style = getComputedStyle(themed);
  return Object.fromEntries(USED.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** An evening as one picture: our own drawings as SVG, our own colors, nothing from outside, and the words that stand on it. */
export function pictureOf(shown: Shown, told: Told, tokens: Tokens, symbols: string): Drawn {
  const vars = Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
  const inner = symbols.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  const parts = [
    headOf(shown, told),
    cellsOf(shown.score),
    ...(shown.evening && shown.evening.rounds.length > 1
      ? [plotOf(shown.evening, shown.required, told.last)]
      : []),
    seaOf(told),
  ];
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}" style="${text(vars)}">
<defs>${inner}<radialGradient id="sky" cx=".5" cy="0" r="1"><stop offset="0" stop-color="var(--sky-glow)"/><stop offset=".8" stop-color="var(--sky)"/></radialGradient></defs>
<rect width="${SIDE}" height="${SIDE}" fill="url(#sky)"/>
<svg x="700" y="-180" width="520" height="520" viewBox="0 0 100 100" color="${tokens['text'] ?? ''}" opacity=".12"><use href="#rose"/></svg>
${parts.map(({ svg }) => svg).join('')}
</svg>`,
    lines: parts.flatMap(({ lines }) => lines),
  };
}

function headOf({ score, pennant }: Shown, told: Told): Drawn {
  const { sign, wood } = sewn(pennant);
  const flag =
    `<svg x="${MARGIN}" y="50" width="112" height="78" viewBox="0 0 44 30"><clipPath id="cloth"><path d="${CLOTH}"/></clipPath>` +
    `<g clip-path="url(#cloth)"><path d="${CLOTH}" fill="var(--wood-${wood + 1})"/>` +
    (sign
      ? `<path d="${sign}" fill="none" stroke="var(--on-wood)" stroke-width="5.5"/>`
      : '<circle cx="18" cy="15" r="7" fill="var(--on-wood)"/>') +
    `</g><path d="${CLOTH}" fill="none" stroke="var(--rule-strong)"/><path d="${POLE}" stroke="var(--hull-line)" stroke-width="2.2" stroke-linecap="round"/></svg>`;
  return {
    svg: flag,
    lines: [
      {
        x: 196,
        y: 80,
        size: 30,
        words: told.group,
        ink: 'text',
        family: 'sans',
        weight: 500,
        room: ROOM - 140,
      },
      {
        x: 196,
        y: 118,
        size: 28,
        words: told.day,
        ink: 'text-2',
        family: 'sans',
        weight: 400,
        room: ROOM - 140,
      },
      {
        x: MARGIN,
        y: 238,
        size: 100,
        words: told.title,
        ink: score.final && score.outcome !== 'lost' ? 'brass' : 'text',
        family: 'serif',
        weight: 700,
        room: ROOM,
      },
      {
        x: MARGIN,
        y: 296,
        size: 36,
        words: told.because,
        ink: 'text-2',
        family: 'sans',
        weight: 400,
        room: ROOM,
      },
    ],
  };
}

/** Everybody in their order, side by side. */
function cellsOf(score: Score): Drawn {
  const { top, high, between } = CELLS;
  const wide = (ROOM - between * (score.ranking.length - 1)) / score.ranking.length;
  // More than five are drawn smaller.
  const scale = Math.min(1, wide / 168);
  const cells = score.ranking.map(({ name, place, vp, coins }, at): Drawn => {
    const x = MARGIN + at * (wide + between);
    const wins = score.winners.includes(name);
    const inner = x + 22 * scale;
    const number = isTogether(score) ? '' : String(place);
    const lines: Line[] = [
      { x: inner, y: top + 60, size: 28, words: number, ink: 'text-3', family: 'sans', weight: 500 },
      {
        x: inner + (number ? 32 * scale : 0),
        y: top + 60,
        size: 44,
        words: name,
        ink: wins ? 'brass' : 'text',
        family: 'serif',
        weight: 600,
        room: wide - (number ? 66 : 34) * scale,
      },
      {
        x: inner + 29 * scale,
        y: top + 90 + 41 * scale,
        size: 32 * scale,
        words: String(vp),
        ink: 'on-shield',
        family: 'sans',
        weight: 700,
        align: 'center',
      },
      {
        x: inner + 103 * scale,
        y: top + 90 + 41 * scale,
        size: 32 * scale,
        words: String(coins),
        ink: 'on-coin',
        family: 'sans',
        weight: 700,
        align: 'center',
      },
    ];
    return {
      svg:
        `<rect x="${x}" y="${top}" width="${wide}" height="${high}" rx="26" fill="var(${wins ? '--brass-wash' : '--card-hi'})" stroke="var(${wins ? '--brass' : '--rule'})" stroke-width="${wins ? 4 : 2}"/>` +
        badge('shield', inner - 3 * scale, top + 88, 64 * scale) +
        badge('coin', inner + 69 * scale, top + 88, 68 * scale),
      lines,
    };
  });
  return { svg: cells.map(({ svg }) => svg).join(''), lines: cells.flatMap(({ lines }) => lines) };
}

function badge(name: string, x: number, y: number, size: number): string {
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="0 0 24 24"><use href="#${name}"/></svg>`;
}

/** The chart of the evening's page, laid into the picture. */
function plotOf(evening: Evening, required: number | null, last: string): Drawn {
  const chart = chartOf(evening);
  const to = onto(chart);
  const lines: Line[] = [];
  const grid = chart.points.map(({ at, figure }) => {
    const { y } = to({ x: LEFT, y: at });
    lines.push({
      x: PLOT.left - 18,
      y: y + 9,
      size: 26,
      words: String(figure),
      ink: 'text-2',
      family: 'sans',
      weight: 500,
      align: 'right',
    });
    return `<path d="M${PLOT.left} ${y}H${PLOT.right}" stroke="var(--rule)" stroke-width="2"/>`;
  });
  for (const { at, figure } of chart.rounds)
    lines.push({
      x: to({ x: at, y: 0 }).x,
      y: PLOT.floor + 40,
      size: 26,
      words: String(figure),
      ink: 'text-2',
      family: 'sans',
      weight: 500,
      align: 'center',
    });
  const most = chart.points.at(-1)?.figure ?? 0;
  if (required !== null && required <= most) {
    const y = PLOT.floor - ((PLOT.floor - PLOT.top) * required) / most;
    grid.push(
      `<path d="M${PLOT.left} ${y}H${PLOT.right}" stroke="var(--rule-strong)" stroke-width="2" stroke-dasharray="4 9"/>`,
    );
    lines.push({
      x: PLOT.left + 6,
      y: y - 10,
      size: 26,
      words: last,
      ink: 'text-2',
      family: 'sans',
      weight: 500,
    });
  }
  const courses = chart.courses.map(({ seat, points }) => {
    const { wood, dashes } = LINES[seat % KINDS] ?? LINES[0];
    const through = points
      .map((point) => to(point))
      .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
      .join(' ');
    const dashed =
      dashes &&
      ` stroke-dasharray="${dashes
        .split(' ')
        .map((one) => Number(one) * 2)
        .join(' ')}"`;
    return `<polyline points="${through}" fill="none" stroke="var(--wood-${wood})" stroke-width="${dashes ? 6 : 8}" stroke-linejoin="round" stroke-linecap="round"${dashed}/>`;
  });
  const named = apart(
    chart.courses.map(({ end }) => to(end).y),
    36,
  );
  const ends = chart.courses.map(({ seat, name, end, vp }, at) => {
    const { wood } = LINES[seat % KINDS] ?? LINES[0];
    lines.push({
      x: PLOT.right + 24,
      y: (named[at] ?? 0) + 10,
      size: 28,
      words: `${name} ${vp}`,
      ink: `wood-${wood}`,
      family: 'sans',
      weight: 700,
      room: SIDE - PLOT.right - 24 - 20,
    });
    return `<path d="${markOf(seat, to(end), SIGN)}" fill="var(--wood-${wood})" stroke="var(--sky)" stroke-width="3"/>`;
  });
  return { svg: [...grid, ...courses, ...ends].join(''), lines };
}

/** From the chart's own measures to those of the picture. */
function onto(chart: Chart): (point: Point) => Point {
  const [none, most] = [chart.points[0]?.at ?? 0, chart.points.at(-1)?.at ?? 1];
  return ({ x, y }) => ({
    x: PLOT.left + ((PLOT.right - PLOT.left) * (x - LEFT)) / (RIGHT - LEFT),
    y: PLOT.floor - ((PLOT.floor - PLOT.top) * (y - none)) / (most - none),
  });
}

/** The heights of names at the ends of lines, each at least so far below the one above. */
function apart(heights: number[], least: number): number[] {
  const placed = [...heights];
  let above = -Infinity;
  for (const at of heights
    .map((_, place) => place)
    .sort((one, other) => (heights[one] ?? 0) - (heights[other] ?? 0))) {
    above = placed[at] = Math.max(placed[at] ?? 0, above + least);
  }
  return placed;
}

function seaOf(told: Told): Drawn {
  return {
    svg:
      `<rect y="${SEA}" width="${SIDE}" height="${SIDE - SEA}" fill="var(--water)"/><path d="M0 ${SEA}H${SIDE}" stroke="var(--water-line)" stroke-width="2"/>` +
      `<svg x="62" y="896" width="140" height="114" viewBox="0 0 64 52" style="--c:var(--ship-black);--cl:var(--ship-black-line)"><use href="#ship-galleon"/></svg>` +
      `<svg x="214" y="934" width="68" height="56" viewBox="0 0 64 52" style="--c:var(--ship-yellow);--cl:var(--ship-yellow-line)"><use href="#ship-pinnace"/></svg>`,
    lines: [
      {
        x: 300,
        y: 1040,
        size: 28,
        words: told.figures,
        ink: 'text-2',
        family: 'sans',
        weight: 400,
        room: 440,
      },
      {
        x: SIDE - MARGIN,
        y: 1042,
        size: 34,
        words: told.app,
        ink: 'text',
        family: 'serif',
        weight: 600,
        align: 'right',
      },
    ],
  };
}
