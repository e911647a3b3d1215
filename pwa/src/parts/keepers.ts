/** Under which persons ships of their color lie, and by which key of a player, as src/modules/<name>/keeps.ts says it. */
export interface Keeps {
  key: string;
  persons: string[];
}

const found = Object.values(
  import.meta.glob<Keeps>('../modules/*/keeps.ts', { eager: true, import: 'default' }),
);

export const KEEPERS: readonly string[] = found.flatMap(({ persons }) => persons);

/** The ships under a player's persons. */
export function shipsOf(player: object): string[] {
  return found.flatMap(({ key }) => (player as Record<string, string[] | undefined>)[key] ?? []);
}

/** Those under his persons of that type and color. */
export function shipsUnder(player: object, type: string, color: string): string[] {
  return KEEPERS.includes(type) ? shipsOf(player).filter((one) => one === color) : [];
}

/** As a situation says it: all of them, by player. */
export function keptShips(ships: Record<string, string[]>): Record<string, unknown> {
  return Object.fromEntries(found.map(({ key }) => [key, ships]));
}
