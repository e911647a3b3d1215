import type { Drawings } from 'virtual:drawings';
import { added, sheet } from 'virtual:sprite';

export { sheet };

/** The name of a drawing: those of the game, and what each module brings. */
export type Drawing = keyof Drawings;

/** Where a drawing is found; for <use href>. */
export function drawing(name: Drawing): string {
  return `${sheet}#${name}`;
}

const SHIP_OF: Record<string, Drawing> = {
  yellow: 'ship-pinnace',
  blue: 'ship-flute',
  green: 'ship-skiff',
  red: 'ship-frigate',
  black: 'ship-galleon',
};

/** A ship of a color that a module adds has the module's drawing `ship-<color>`, or the sixth. */
export function shipDrawing(color: string): Drawing {
  return SHIP_OF[color] ?? addedAs(`ship-${color}`) ?? 'ship-sixth';
}

/** Persons without a drawing of their own are shown by the jack's star. */
const PERSONS: readonly Drawing[] = [
  'trader',
  'sailor',
  'pirate',
  'mademoiselle',
  'governor',
  'admiral',
  'jester',
  'captain',
  'priest',
  'settler',
  'jack',
  ...added,
];

export function personDrawing(type: string): Drawing {
  return PERSONS.find((one) => one === type) ?? 'jack';
}

/** What modules bring by that name. */
function addedAs(name: string): Drawing | undefined {
  return added.find((one) => one === name);
}

/** What stands for a module: a drawing of its name, where it brings one. */
export function moduleDrawing(module: string | undefined): Drawing;
export function moduleDrawing<Otherwise extends Drawing | ''>(
  module: string | undefined,
  otherwise: Otherwise,
): Drawing | Otherwise;
export function moduleDrawing(module: string | undefined, otherwise: Drawing | '' = 'plus'): Drawing | '' {
  return (module && addedAs(module)) || otherwise;
}

/** The symbol an expedition asks for, and that the person carries. */
export const NEED_OF: Record<string, Drawing> = { captain: 'anchor', priest: 'cross', settler: 'house' };
