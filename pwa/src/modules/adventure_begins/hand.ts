import type { Drawing } from '../../drawings/sprite';
import type { View } from '../../engine';
import { playing } from '../../engine/seating';
import { numbered, stepping } from '../../engine/module-view';

/** What is counted by hand, from what the phone shows; the events are those left above Month's End, of so many in the deck. */
export interface Hand {
  coins: Record<number, number>;
  crowns: Record<number, number>;
  items: Record<number, { what: Drawing; gone: boolean; added: boolean }[]>;
  steps: Record<string, Record<number, number>>;
  paid: Record<number, number>;
  events: number | null;
  deck: number;
}

function bySeat<T>(view: View, of: (seat: number) => T): Record<number, T> {
  return Object.fromEntries(playing(view).map(({ seat }) => [seat, of(seat)]));
}

/** How many markers were paid for: openings that no mission has freed. */
function paid(view: View, seat: number): number {
  const { placed = 0 } = view.markers?.[seat] ?? {};
  return Math.max(0, (view.players[seat]?.openings ?? []).filter(({ open }) => open).length - placed);
}

export function begunHand(view: View): Hand {
  const events =
    stepping(view)
      .countdowns?.find(({ number }) => number !== undefined)
      ?.events?.filter(({ last }) => !last) ?? [];
  // Where Month's End lies open no event is left.
  const walking = stepping(view).steps?.length;
  return {
    coins: bySeat(view, (seat) => view.players[seat]?.coins ?? 0),
    crowns: bySeat(view, (seat) => view.players[seat]?.crowns ?? 0),
    items: bySeat(view, (seat) =>
      (view.players[seat]?.items ?? []).map((what) => ({ what, gone: false, added: false })),
    ),
    steps: Object.fromEntries(
      (view.goals ?? [])
        .map(numbered)
        .flatMap(({ number, done_by = [], waiting = [], steps = 1 }) =>
          number === undefined
            ? []
            : [
                [
                  number,
                  bySeat(view, (seat) =>
                    done_by.includes(seat) ? steps : (waiting.find((one) => one.seat === seat)?.at ?? 0),
                  ),
                ],
              ],
        ),
    ),
    paid: bySeat(view, (seat) => paid(view, seat)),
    events: events.length && !walking ? events.filter(({ state }) => state === 'ahead').length : null,
    deck: events.length,
  };
}

/** What is different of a player's coins, crowns and items. */
export function changes(
  view: View,
  hand: Hand,
  seat: number,
): { coins: number; crowns: number; gone: string[]; there: string[] } {
  const items = hand.items[seat] ?? [];
  return {
    coins: (hand.coins[seat] ?? 0) - (view.players[seat]?.coins ?? 0),
    crowns: (hand.crowns[seat] ?? 0) - (view.players[seat]?.crowns ?? 0),
    gone: items.filter(({ gone }) => gone).map(({ what }) => what),
    there: items.filter(({ added }) => added).map(({ what }) => what),
  };
}

/** At which steps a player's markers stand that the phone has elsewhere, and whether one more was paid for. */
export function withSteps(view: View, hand: Hand, seat: number): boolean {
  const was = begunHand(view);
  return (
    hand.paid[seat] !== was.paid[seat] ||
    Object.entries(hand.steps).some(([number, seats]) => seats[seat] !== was.steps[number]?.[seat])
  );
}

/** One entry with all that differs; null where nothing does. */
export function entryOf(view: View, hand: Hand): Record<string, unknown> | null {
  const was = begunHand(view);
  const seats = playing(view).map(({ seat }) => seat);
  const differing = (of: 'coins' | 'crowns' | 'paid'): Record<number, number> =>
    Object.fromEntries(
      seats.filter((seat) => hand[of][seat] !== was[of][seat]).map((seat) => [seat, hand[of][seat] ?? 0]),
    );
  const items = Object.fromEntries(
    seats
      .filter((seat) => hand.items[seat]?.some(({ gone, added }) => gone || added))
      .map((seat) => [seat, (hand.items[seat] ?? []).filter(({ gone }) => !gone).map(({ what }) => what)]),
  );
  const steps = Object.fromEntries(
    seats.flatMap((seat) => {
      const moved = Object.entries(hand.steps)
        .filter(([number, at]) => at[seat] !== was.steps[number]?.[seat])
        .map(([number, at]) => [number, at[seat] ?? 0]);
      return moved.length ? [[seat, Object.fromEntries(moved)]] : [];
    }),
  );
  const told = Object.entries({
    coins: differing('coins'),
    crowns: differing('crowns'),
    items,
    mission_markers: steps,
    markers_paid: differing('paid'),
  }).filter(([, one]) => Object.keys(one).length);
  if (hand.events !== was.events) told.push(['events_left', hand.events as never]);
  return told.length ? { type: 'count', ...Object.fromEntries(told) } : null;
}
