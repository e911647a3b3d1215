import type { View } from '../engine';

/** What a module's table has besides: it is carried along as it stands, nobody changes it by hand. */
export interface Carried {
  module: string;
  kept: unknown;
  /** Whether it is still the moment in which it was looked at. */
  now: boolean;
  /** Where each of those players has his place by now; null: he plays no more. */
  places: (number | null)[];
}

/** How a module's situations say it, as src/modules/<name>/carries.ts has it; players by place. */
export interface Carries<Kept> {
  take: (view: View, place: (seat: number) => number | undefined) => Kept;
  situation: (
    kept: Kept,
    name: (place: number) => string | undefined,
    now: boolean,
  ) => Record<string, unknown>;
  player: (kept: Kept, place: number) => Record<string, unknown>;
}

const FOUND = Object.fromEntries(
  Object.entries(
    import.meta.glob<Carries<unknown>>('../modules/*/carries.ts', { eager: true, import: 'default' }),
  ).map(([path, carries]) => [path.split('/').at(-2) ?? '', carries]),
);

export function carriedBy(
  view: View,
  place: (seat: number) => number | undefined,
  players: number,
): Carried | null {
  const module = view.modules.find((name) => FOUND[name]);
  const carries = module && FOUND[module];
  return carries
    ? {
        module,
        kept: carries.take(view, place),
        now: true,
        places: Array.from({ length: players }, (_, at) => at),
      }
    : null;
}

export function movedAlong(carried: Carried, to: (place: number) => number | undefined): Carried {
  return { ...carried, places: carried.places.map((place) => (place === null ? null : (to(place) ?? null))) };
}

/** The keys of a situation, and those of the player who has that place by now. */
export function carriedKeys(
  { module, kept, now, places }: Carried,
  name: (place: number) => string,
): Record<string, unknown> {
  const said = (place: number): string | undefined => {
    const at = places[place];
    return typeof at === 'number' ? name(at) : undefined;
  };
  return FOUND[module]?.situation(kept, said, now) ?? {};
}

export function carriedOf({ module, kept, places }: Carried, place: number): Record<string, unknown> {
  const before = places.indexOf(place);
  return before === -1 ? {} : (FOUND[module]?.player(kept, before) ?? {});
}
