import { added, sheet } from 'virtual:sprite';

export { sheet };

/** Where a drawing is found; for <use href>. */
export function drawing(name: string): string {
  return `${sheet}#${name}`;
}

const SHIP_OF: Record<string, string> = {
  yellow: 'ship-pinnace',
  blue: 'ship-flute',
  green: 'ship-skiff',
  red: 'ship-frigate',
  black: 'ship-galleon',
};

/** A ship of a color that a module adds has the module's drawing `ship-<color>`, or the sixth. */
export function shipDrawing(color: string): string {
  return SHIP_OF[color] ?? (added.includes(`ship-${color}`) ? `ship-${color}` : 'ship-sixth');
}

/** Persons without a drawing of their own are shown by the jack's star. */
const PERSONS = new Set([
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
]);

export function personDrawing(type: string): string {
  return PERSONS.has(type) ? type : 'jack';
}

/** What stands for a module: a drawing of its name, where it brings one. */
export function moduleDrawing(module: string | undefined, otherwise = 'plus'): string {
  return module && added.includes(module) ? module : otherwise;
}

/** The symbol an expedition asks for, and that the person carries. */
export const NEED_OF: Record<string, string> = { captain: 'anchor', priest: 'cross', settler: 'house' };
