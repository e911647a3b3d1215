// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { LANGUAGES } from '../words/languages';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Where the words stand that the phone shows: those of the API's problems among them, which it shows as well. */
const ROOMS = [
  'companion/words',
  'companion/engine/modules/*/words',
  'pwa/src/words',
  'pwa/src/words/early',
  'pwa/src/words/first',
];
/** Where a word may break nothing is drawn, and a space that a font lacks is made of its ordinary one. */
const UNSEEN = /[\n\u00ad\p{Zs}]/u;
const FAMILIES = ['noto-serif', 'roboto'];

it.each(LANGUAGES)('draws every letter of %s in the shipped fonts', (language) => {
  const letters = new Set(
    ROOMS.flatMap(folders).flatMap((folder) => lettersIn(join(folder, `${language}.json`))),
  );
  expect(letters.size).toBeGreaterThan(50);
  const ranges = rareRanges();
  for (const family of FAMILIES) {
    const [base, rare] = [glyphs(`${family}-latin`), glyphs(`${family}-latin-ext`)];
    // The rarer ones are only fetched for letters that the style sheet names.
    const drawn = (code: number): boolean =>
      base.has(code) || (rare.has(code) && ranges.some(([from, to]) => from <= code && code <= to));
    expect(
      [...letters].filter((letter) => !drawn(letter.codePointAt(0) ?? 0)),
      family,
    ).toEqual([]);
  }
});

function folders(pattern: string): string[] {
  const [before = '', after] = pattern.split('/*');
  if (after === undefined) return [join(ROOT, before)];
  return readdirSync(join(ROOT, before), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(ROOT, before, name, after));
}

function lettersIn(file: string): string[] {
  try {
    const texts: string[] = [];
    JSON.parse(readFileSync(file, 'utf8'), (_key, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
    });
    return texts.flatMap((text) => [...text].filter((letter) => !UNSEEN.test(letter)));
  } catch (error) {
    // Not every module says something.
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
}

function rareRanges(): [number, number][] {
  const css = readFileSync(join(ROOT, 'pwa/src/styles/fonts.css'), 'utf8');
  return [...(/unicode-range: ([^;]+);/.exec(css)?.[1]?.split(', ') ?? [])].map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [parseInt(from, 16), parseInt(to, 16)];
  });
}

/** The code points for which a WOFF2 file has a glyph: its table `cmap`, which is packed as it is. */
function glyphs(name: string): Set<number> {
  const file = readFileSync(join(import.meta.dirname, `${name}.woff2`));
  const known = new Map<string, [offset: number, length: number]>();
  let at = 48;
  let offset = 0;
  const varying = (): number => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  for (let table = 0; table < file.readUInt16BE(12); table += 1) {
    const flags = file.readUInt8(at++);
    const index = flags & 63;
    // Only tables without a number of their own spell their name.
    if (index === 63) at += 4;
    const original = varying();
    // Glyphs and their places (10, 11) are packed unless they say 3, all others only where they say something.
    const packed = index === 10 || index === 11 ? flags >> 6 !== 3 : flags >> 6 !== 0;
    const length = packed ? varying() : original;
    known.set(String(index), [offset, length]);
    offset += length;
  }
  const data = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)));
  const [start, length] = known.get('0') ?? [0, 0];
  return mapped(data.subarray(start, start + length));
}

function mapped(cmap: Buffer): Set<number> {
  const found = new Set<number>();
  for (let table = 0; table < cmap.readUInt16BE(2); table += 1) {
    const part = cmap.subarray(cmap.readUInt32BE(4 + 8 * table + 4));
    if (part.readUInt16BE(0) === 4) {
      const twice = part.readUInt16BE(6);
      for (let place = 0; place < twice; place += 2) {
        const to = part.readUInt16BE(14 + place);
        for (let code = part.readUInt16BE(16 + twice + place); code <= to && code < 0xffff; code += 1)
          found.add(code);
      }
    } else if (part.readUInt16BE(0) === 12) {
      for (let group = 0; group < part.readUInt32BE(12); group += 1) {
        const [from, to] = [part.readUInt32BE(16 + 12 * group), part.readUInt32BE(20 + 12 * group)];
        for (let code = from; code <= to; code += 1) found.add(code);
      }
    }
  }
  return found;
}
