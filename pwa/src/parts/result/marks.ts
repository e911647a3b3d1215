import type { Point } from './chart';

/** How many signs and kinds of line there are; more players begin again. */
export const KINDS = 5;

/** Lines are told by color, dash and mark: the wood of each, and its dashes on the page's chart. */
export const LINES = [
  { wood: 1, dashes: '' },
  { wood: 2, dashes: '9 5' },
  { wood: 3, dashes: '1.5 6' },
  { wood: 5, dashes: '14 4 2 4' },
  { wood: 4, dashes: '4 4' },
] as const;

/** A player's own sign: told by its form where colors are not. */
export function markOf(seat: number, { x, y }: Point, size: number): string {
  return (
    [
      `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0Z`,
      `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}Z`,
      `M${x} ${y - size}l${size * 1.1} ${size * 2}h${-size * 2.2}Z`,
      `M${x} ${y - size * 1.2}l${size * 1.2} ${size * 1.2}l${-size * 1.2} ${size * 1.2}l${-size * 1.2} ${-size * 1.2}Z`,
      `M${x - size} ${y + size}V${y - size}l${size} ${size}l${size} ${-size}v${2 * size}Z`,
    ][seat % KINDS] ?? ''
  );
}
