import sheet from './symbols.svg?url';

/** Where a drawing of symbols.svg is found; for <use href>. */
export function drawing(name: string): string {
  return `${sheet}#${name}`;
}

export const SHIP_OF: Record<string, string> = {
  yellow: 'ship-pinnace', blue: 'ship-flute', green: 'ship-skiff', red: 'ship-frigate', black: 'ship-galleon',
};

/** Persons without a drawing of their own are shown by the jack's star. */
const PERSONS = new Set([
  'trader', 'sailor', 'pirate', 'mademoiselle', 'governor', 'admiral', 'jester', 'captain', 'priest', 'settler', 'jack',
  'clerk', 'gambler',
]);

export function personDrawing(type: string): string {
  return PERSONS.has(type) ? type : 'jack';
}

/** The symbol an expedition asks for, and that the person carries. */
export const NEED_OF: Record<string, string> = { captain: 'anchor', priest: 'cross', settler: 'house' };
