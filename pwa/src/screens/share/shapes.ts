/** What a picture is made of: shapes as SVG, and the words that stand on it. */

export interface Tokens {
  [name: string]: string;
}

type Family = 'serif' | 'sans';

/** Words on the picture. Drawn by the canvas, which knows the app's fonts; an SVG in a picture knows none. */
export interface Line {
  x: number;
  y: number;
  size: number;
  words: string;
  ink: string;
  family: Family;
  weight: 400 | 500 | 600 | 700;
  room?: number;
  align?: 'center' | 'right';
}

export interface Drawn {
  svg: string;
  lines: Line[];
}

/** What is said in HTML and XML by itself. */
export function text(words: string): string {
  return words
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** As a PNG of `width` by `height`, which every phone and every messenger can show. */
export async function asPng(
  { svg, lines }: Drawn,
  width: number,
  height: number,
  tokens: Tokens,
): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image(width, height);
    image.src = address;
    // A name may have letters whose file is not here yet. Without it the picture is made all the same.
    const shipped = lines.map((line) =>
      document.fonts.load(fontOf(line, tokens).replace(/,.*/, ''), line.words).catch(() => []),
    );
    await Promise.all([image.decode(), ...shipped]);
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const brush = canvas.getContext('2d');
    if (!brush) throw new Error('no picture');
    brush.drawImage(image, 0, 0, width, height);
    for (const line of lines) write(brush, line, tokens);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
    );
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
  brush.textAlign = line.align ?? 'left';
  // A long name is set narrower rather than cut.
  brush.fillText(line.words, line.x, line.y, line.room);
}
