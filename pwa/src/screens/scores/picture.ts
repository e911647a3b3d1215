import type { Score } from '../../engine';
import { personDrawing } from '../../drawings/sprite';

/** What the picture says; the words come from the screen, the colours from its theme. */
export interface Told { title: string; because: string; footer: string; lang: string }

export interface Tokens { [name: string]: string }

const WIDTH = 1080;
const MARGIN = 72;
const ROW = 150;
const TOP = 400;
const BELOW = 250;
const USED = [
  'sky', 'sky-glow', 'water', 'water-line', 'card-hi', 'rule', 'text', 'text-2', 'text-3', 'brass', 'brass-fill', 'brass-wash', 'coin', 'coin-rim', 'on-coin',
  'shield', 'on-shield', 'hull', 'hull-line', 'danger-fill', 'ship-black', 'ship-black-line',
];

export function tokensOf(root: Element): Tokens {
  const style = getComputedStyle(root);
  return Object.fromEntries(USED.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

export function heightOf(score: Score): number {
  return TOP + ROW * score.ranking.length + BELOW;
}

/** The result as one SVG: our own drawings, our own colours, nothing from outside. */
export function pictureOf(score: Score, told: Told, tokens: Tokens, symbols: string): string {
  const height = heightOf(score);
  const vars = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`).join(';');
  const most = Math.max(1, ...score.ranking.map(({ vp }) => vp));
  const rows = score.ranking.map((one, at) => row(one, TOP + at * ROW, most, score.winners.includes(one.name))).join('');
  const inner = symbols.replace(/^[\s\S]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" xml:lang="${told.lang}" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" style="${text(vars)}">
<defs>${inner}<radialGradient id="sky" cx=".5" cy="0" r="1"><stop offset="0" stop-color="var(--sky-glow)"/><stop offset=".8" stop-color="var(--sky)"/></radialGradient></defs>
<rect width="${WIDTH}" height="${height}" fill="url(#sky)"/>
<svg x="760" y="-150" width="520" height="520" viewBox="0 0 100 100" color="${tokens['text'] ?? ''}" opacity=".1"><use href="#rose"/></svg>
${line(MARGIN, 180, 92, told.title, 'var(--text)', 'serif', 700, WIDTH - 2 * MARGIN)}
${line(MARGIN, 256, 40, told.because, 'var(--text-2)', 'sans-serif', 400, WIDTH - 2 * MARGIN)}
${rows}${harbor(height)}
${line(MARGIN, height - 44, 32, told.footer, 'var(--text-2)', 'sans-serif', 400)}
</svg>`;
}

function row(one: Score['ranking'][number], y: number, most: number, wins: boolean): string {
  const ink = wins ? 'var(--brass)' : 'var(--text)';
  const unit = (WIDTH - 2 * MARGIN - 60) / most;
  let x = MARGIN + 60;
  const drawn = one.items.filter(({ vp }) => vp > 0).sort((left, right) => right.vp - left.vp);
  const fields = drawn.map(({ card, vp }) => {
    const width = unit * vp - 6;
    const name = card.kind === 'person' ? personDrawing(card.type) : 'expedition';
    const middle = x + width / 2 - (vp > 1 ? 16 : 0);
    const field = `<rect x="${x}" y="${y + 22}" width="${width}" height="62" rx="14" fill="var(${wins ? '--brass-wash' : '--card-hi'})" stroke="var(${wins ? '--brass' : '--rule'})" stroke-width="2"/>`
      + (width > 34 ? `<svg x="${middle - 17}" y="${y + 36}" width="34" height="34" viewBox="0 0 24 24" style="color:var(--text)"><use href="#${name}"/></svg>` : '')
      + (vp > 1 && width > 60 ? line(middle + 24, y + 63, 28, String(vp), 'var(--text)', 'sans-serif', 700) : '');
    x += unit * vp;
    return field;
  }).join('');
  return line(MARGIN, y, 30, String(one.place), 'var(--text-3)', 'sans-serif', 500) + line(MARGIN + 60, y, wins ? 52 : 44, one.name, ink, 'serif', 600, 600)
    + badge('coin', WIDTH - MARGIN - 160, y - 44, one.coins, 'var(--on-coin)') + badge('shield', WIDTH - MARGIN - 64, y - 48, one.vp, 'var(--on-shield)') + fields;
}

function badge(name: string, x: number, y: number, figure: number, ink: string): string {
  return `<svg x="${x}" y="${y}" width="64" height="64" viewBox="0 0 24 24"><use href="#${name}"/></svg>`
    + `<text x="${x + 32}" y="${y + 43}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="30" style="fill:${ink}">${figure}</text>`;
}

function harbor(height: number): string {
  const y = height - 190;
  return `<rect y="${y + 60}" width="${WIDTH}" height="${height - y - 60}" style="fill:var(--water)"/>`
    + `<path d="M0 ${y + 60}H${WIDTH}M0 ${y + 100}q45-10 90 0t90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0 90 0" fill="none" style="stroke:var(--water-line)" stroke-width="3"/>`
    + `<svg x="${WIDTH - 330}" y="${y - 44}" width="140" height="114" viewBox="0 0 64 52" style="--c:var(--ship-black);--cl:var(--ship-black-line)"><use href="#ship-galleon"/></svg>`;
}

function line(x: number, y: number, size: number, words: string, ink: string, font: string, weight: number, room = 0): string {
  // A long name is set narrower rather than cut.
  const fit = room && words.length * size * 0.56 > room ? ` textLength="${room}" lengthAdjust="spacingAndGlyphs"` : '';
  return `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" font-weight="${weight}" style="fill:${ink}"${fit}>${text(words)}</text>`;
}

function text(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The SVG as a PNG, which every phone and every messenger can show. */
export async function asPng(svg: string, height: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(WIDTH, height);
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: WIDTH, height });
    canvas.getContext('2d')?.drawImage(image, 0, 0, WIDTH, height);
    return await new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'));
  } finally {
    URL.revokeObjectURL(address);
  }
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
