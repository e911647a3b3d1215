import type { Player } from '../../engine';

/** Types of persons under whom ships of their color lie, as src/modules/<name>/keeps.ts says it. */
export const KEEPERS: readonly string[] = Object.values(
  import.meta.glob<string[]>('../../modules/*/keeps.ts', { eager: true, import: 'default' }),
).flat();

/** The ships under a player's persons of that type and color. */
export function shipsUnder({ under = [] }: Pick<Player, 'under'>, type: string, color: string): string[] {
  return KEEPERS.includes(type) ? under.filter((one) => one === color) : [];
}
