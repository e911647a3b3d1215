import type { View } from '../engine';

/** What a module's table has besides, taken over as it stands: of the table, and of each player by place. Players are named by place in it. */
export interface CarriedOver { module: string; table: Record<string, unknown>; players: Record<string, unknown>[] }

/** How a table of a module is taken over, as src/modules/<name>/carries.ts says it. */
export interface Carries {
  take: (view: View, place: (seat: number) => number | undefined, players: number[]) => Omit<CarriedOver, 'module'>;
  /** Keys of a situation; players by name. */
  situation: (table: CarriedOver['table'], name: (place: number) => string) => Record<string, unknown>;
  /** The same once somebody changes the turn: what only its moment allowed is over. */
  afresh: (table: CarriedOver['table']) => CarriedOver['table'];
}

const FOUND = Object.fromEntries(
  Object.entries(import.meta.glob<Carries>('../modules/*/carries.ts', { eager: true, import: 'default' })).map(([path, carries]) => [path.split('/').at(-2) ?? '', carries]),
);

export function carriedFrom(view: View, place: (seat: number) => number | undefined, players: number[]): CarriedOver | null {
  const module = view.modules.find((name) => FOUND[name]) ?? '';
  const taken = FOUND[module]?.take(view, place, players);
  return taken ? { module, ...taken } : null;
}

export function carriedKeys({ module, table }: CarriedOver, name: (place: number) => string): Record<string, unknown> {
  return FOUND[module]?.situation(table, name) ?? {};
}

export function carriedAfresh(carried: CarriedOver): CarriedOver {
  return { ...carried, table: FOUND[carried.module]?.afresh(carried.table) ?? carried.table };
}
