import { PATTERNS } from '../memory/groups';

/** Told by its pattern; the color only helps. The one without a path has a disc. */
const SIGNS = ['M4 3L40 27M40 3L4 27', '', 'M4 11H40M4 19H40', 'M16 3V27M4 15H40', 'M4 27L22 3 40 27'];

/** The cloth of a pennant, and the pole that it flies from, on a field of 44 by 30. */
export const CLOTH = 'M4 3H40L34 15 40 27H4Z';
export const POLE = 'M4 1V30';

/** What is sewn on a pennant, none for the disc, and which of the five colors of wood its cloth has. */
export function sewn(flown: number): { sign: string; wood: number } {
  const pattern = flown % PATTERNS;
  return { sign: SIGNS[pattern] ?? '', wood: (Math.floor(flown / PATTERNS) + pattern) % 5 };
}
