import type { View } from '../../engine';
import { numbered, stepping } from '../../engine/module-view';
import type { EventCard } from '../../engine/module-view';
import type { Carries } from '../../parts/carried';
import { playing } from '../../engine/seating';

interface Mission {
  number: string;
  done: number[];
  waiting: number[];
  unpaid: number[];
}
interface Unread {
  place: number;
  seats: Record<string, number[]>;
}
interface Kept {
  added: Record<string, number>;
  missions: Mission[];
  month?: { number: number; left: number; turned: boolean; events: (string | null)[]; unread: Unread[] };
  effect: unknown[];
  players: Record<string, unknown>[];
  here: { open?: unknown[]; paid?: number[]; linger?: number[] };
}

/** Events that were turned up unread, with whom they may be for. */
function unread(events: EventCard[], places: (seats?: number[]) => number[]): Unread[] {
  return events.flatMap(({ unread: times = [] }, place) =>
    times.map((seats) => ({
      place,
      seats: Object.fromEntries(Object.entries(seats).map(([who, ones]) => [who, places(ones)])),
    })),
  );
}

/** Missions with whose markers stand there, characters, crowns and items, and where the month stands. */
const carries: Carries<Kept> = {
  take(view: View, place) {
    const places = (seats: number[] = []): number[] => seats.flatMap((seat) => place(seat) ?? []);
    const { campaign, countdowns = [] } = stepping(view);
    const missions = (view.goals ?? []).flatMap((goal): Mission[] => {
      const { number } = numbered(goal);
      return number
        ? [
            {
              number,
              done: places(goal.done_by),
              waiting: places(goal.waiting?.map(({ seat }) => seat)),
              unpaid: places(goal.unpaid),
            },
          ]
        : [];
    });
    const pile = countdowns.find(({ number }) => number !== undefined);
    const events = (pile?.events ?? []).filter(({ last }) => !last);
    const here = (view.occasions ?? {}) as { open?: unknown[]; paid?: number[]; linger?: number[] };
    return {
      added: campaign?.added ?? {},
      missions,
      effect: events.find(({ state }) => state === 'now')?.effects ?? [],
      ...(pile?.number
        ? {
            month: {
              number: pile.number,
              left: events.filter(({ state }) => state === 'ahead').length,
              turned: events.some(({ state }) => state === 'now'),
              events: events.map(({ event }) => event ?? null),
              unread: unread(events, places),
            },
          }
        : {}),
      players: playing(view).map(({ seat, character, crowns = 0, items = [] }) => {
        const { free = 0, waiting = 0, placed = 0 } = view.markers?.[seat] ?? {};
        // A window is opened by each mission that is done, and by each marker that was paid for.
        const opened = view.players[seat]?.openings?.length ?? 0;
        return {
          ...(character
            ? { character: character.id, ...(character.color ? { character_color: character.color } : {}) }
            : {}),
          crowns,
          items: [...items],
          markers_paid: Math.max(0, opened - free - waiting - placed),
        };
      }),
      here: {
        ...here,
        ...(here.paid ? { paid: places(here.paid) } : {}),
        ...(here.linger ? { linger: places(here.linger) } : {}),
      },
    };
  },
  situation({ added, missions, month, effect, here }, name, now) {
    const names = (places: number[] = []): string[] => places.flatMap((place) => name(place) ?? []);
    return {
      added,
      ...(month
        ? {
            month: {
              ...month,
              unread: month.unread.map(({ place, seats }) => ({
                place,
                seats: Object.fromEntries(Object.entries(seats).map(([who, ones]) => [who, names(ones)])),
              })),
            },
          }
        : {}),
      ...(effect.length ? { effect } : {}),
      missions: missions.map(({ number, done, waiting, unpaid }) => ({
        number,
        completed_by: names(done),
        waiting: names(waiting),
        unpaid: names(unpaid),
      })),
      ...(now && here.open
        ? { occasions: { ...here, paid: names(here.paid), linger: names(here.linger) } }
        : {}),
    };
  },
  player: ({ players }, place) => players[place] ?? {},
};

export default carries;
