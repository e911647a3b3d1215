import type { Score } from '../../engine';
import { itemDrawing } from './items';

/** What the picture says; the words come from the screen, the colours and fonts from its theme. */
export interface Told { title: string; because: string; footer: string }

export interface Tokens { [name: string]: string }

type Family = 'serif' | 'sans';

/** Words on the picture. Drawn by the canvas, which knows the app's fonts; an SVG in a picture knows none. */
export interface Line { x: number; y: number; size: number; words: string; ink: string; family: Family; weight: 400 | 500 | 600 | 700; room?: number; centered?: boolean }

export interface Drawn { svg: string; lines: Line[] }

const WIDTH = 1080;
const MARGIN = 72;
const ROW = 150;
const TOP = 400;
const BELOW = 250;
const USED = [
  'sky', 'sky-glow', 'water', 'water-line', 'card-hi', 'rule', 'text', 'text-2', 'text-3', 'brass', 'brass-fill', 'brass-wash', 'coin', 'coin-rim', 'on-coin',
  'shield', 'on-shield', 'hull', 'hull-line', 'danger-fill', 'ship-black', 'ship-black-line', 'serif', 'sans',
];

export function tokensOf(root: Element): Tokens {
  const style = getComputedStyle(root);
  return Object.fromEntries(USED.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

export function heightOf(score: Score): number {
  return TOP + ROW * score.ranking.length + BELOW;
}

/** The result: our own drawings as one SVG, our own colours, nothing from outside, and the words that stand on it. */
export function pictureOf(score: Score, told: Told, tokens: Tokens, symbols: string): Drawn {
  const height = heightOf(score);
  const vars = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`).join(';');
  const most = Math.max(1, ...score.ranking.map(({ vp }) => vp));
  const rows = score.ranking.map((one, at) => row(one, TOP + at * ROW, most, score.winners.includes(one.name)));
  const inner = symbols.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" style="${text(vars)}">
<defs>${inner}<radialGradient id="sky" cx=".5" cy="0" r="1"><stop offset="0" stop-color="var(--sky-glow)"/><stop offset=".8" stop-color="var(--sky)"/></radialGradient></defs>
<rect width="${WIDTH}" height="${height}" fill="url(#sky)"/>
<svg x="760" y="-150" width="520" height="520" viewBox="0 0 100 100" color="${tokens['text'] ?? ''}" opacity=".1"><use href="#rose"/></svg>
${rows.map((one) => one.svg).join('')}${harbor(height)}
</svg>`;
  const room = WIDTH - 2 * MARGIN;
  return {
    svg,
    lines: [
      { x: MARGIN, y: 180, size: 92, words: told.title, ink: 'text', family: 'serif', weight: 700, room },
      { x: MARGIN, y: 256, size: 40, words: told.because, ink: 'text-2', family: 'sans', weight: 400, room },
      ...rows.flatMap((one) => one.lines),
      { x: MARGIN, y: height - 44, size: 32, words: told.footer, ink: 'text-2', family: 'sans', weight: 400, room },
    ],
  };
}

function row(one: Score['ranking'][number], y: number, most: number, wins: boolean): Drawn {
  const unit = (WIDTH - 2 * MARGIN - 60) / most;
  let x = MARGIN + 60;
  const lines: Line[] = [
    { x: MARGIN, y, size: 30, words: String(one.place), ink: 'text-3', family: 'sans', weight: 500 },
    { x, y, size: wins ? 52 : 44, words: one.name, ink: wins ? 'brass' : 'text', family: 'serif', weight: 600, room: 600 },
    figure(WIDTH - MARGIN - 128, y - 1, one.coins, 'on-coin'), figure(WIDTH - MARGIN - 32, y - 5, one.vp, 'on-shield'),
  ];
  const drawn = one.items.filter(({ vp }) => vp > 0).sort((left, right) => right.vp - left.vp);
  const fields = drawn.map((item) => {
    const { vp } = item;
    const width = unit * vp - 6;
    const name = itemDrawing(item);
    const middle = x + width / 2 - (vp > 1 ? 16 : 0);
    if (vp > 1 && width > 60) lines.push({ x: middle + 24, y: y + 63, size: 28, words: String(vp), ink: 'text', family: 'sans', weight: 700 });
    const field = `<rect x="${x}" y="${y + 22}" width="${width}" height="62" rx="14" fill="var(${wins ? '--brass-wash' : '--card-hi'})" stroke="var(${wins ? '--brass' : '--rule'})" stroke-width="2"/>`
      + (width > 34 ? `<svg x="${middle - 17}" y="${y + 36}" width="34" height="34" viewBox="0 0 24 24" style="color:var(--text)"><use href="#${name}"/></svg>` : '');
    x += unit * vp;
    return field;
  }).join('');
  return { svg: badge('coin', WIDTH - MARGIN - 160, y - 44) + badge('shield', WIDTH - MARGIN - 64, y - 48) + fields, lines };
}

function badge(name: string, x: number, y: number): string {
  return `<svg x="${x}" y="${y}" width="64" height="64" viewBox="0 0 24 24"><use href="#${name}"/></svg>`;
}

function figure(x: number, y: number, worth: number, ink: string): Line {
  return { x, y, size: 30, words: String(worth), ink, family: 'sans', weight: 700, centered: true };
}

function harbor(height: number): string {
  const y = height - 190;
  return `<rect y="${y + 60}" width="${WIDTH}" height="${height - y - 60}" style="fill:var(--water)"/>`
    + `<path d="M0 ${y + 60}H${WIDTH}M0 ${y + 100}q45-10 90 0t90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0" fill="none" style="stroke:var(--water-line)" stroke-width="3"/>`
    + `<svg x="${WIDTH - 330}" y="${y - 44}" width="140" height="114" viewBox="0 0 64 52" style="--c:var(--ship-black);--cl:var(--ship-black-line)"><use href="#ship-galleon"/></svg>`;
}

function text(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** As a PNG, which every phone and every messenger can show. */
export async function asPng({ svg, lines }: Drawn, height: number, tokens: Tokens): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(WIDTH, height);
    image.src = address;
    // A name may have letters whose file is not here yet. Without it the picture is made all the same.
    const shipped = lines.map((line) => document.fonts.load(fontOf(line, tokens).replace(/,.*/, ''), line.words).catch(() => []));
    await Promise.all([image.decode(), ...shipped]);
    const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height });
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('no picture');
    brush.drawImage(image, 0, 0, WIDTH, height);
    for (const line of lines) write(brush, line, tokens);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
}

function fontOf({ weight, size, family }: Line, tokens: Tokens): string {
  return `${weight} ${size}px ${tokens[family]}`;
}

function write(brush: CanvasRenderingContext2D, line: Line, tokens: Tokens): void {
  brush.font = fontOf(line, tokens);
  brush.fillStyle = tokens[line.ink] ?? '';
  brush.textAlign = line.centered ? 'center' : 'left';
  // A long name is set narrower rather than cut.
  brush.fillText(line.words, line.x, line.y, line.room);
}

/** Hands the picture to another app, or saves it where that is not possible. False when the group changed its mind. */
export async function handOver(picture: Blob, name: string, title: string): Promise<'shared' | 'saved' | 'dropped'> {
  const file = new File([picture], name, { type: picture.type });
  if (canShare(file)) {
    try {
      await navigator.share({ files: [file], title });
      return 'shared';
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dropped';
    }
  }
  const address = URL.createObjectURL(picture);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return 'saved';
}

export function canShare(file = new File([''], 'a.png', { type: 'image/png' })): boolean {
  return typeof navigator.share === 'function' && (navigator.canShare?.({ files: [file] }) ?? false);
}
