import type { Tells } from '../../parts/told-goals';

const ASIDE = 'set_aside';

/** What situations call contracts, their markers, repelled ships that are kept, and the Time deck. */
const tells: Tells = {
  situation: ({ lying, pile, here }, name) => ({
    contracts: lying.map(({ done, waiting, ...one }) => ({
      ...one,
      completed_by: done.map(name),
      progress: Object.fromEntries(Object.entries(waiting).map(([place, at]) => [name(Number(place)), at])),
    })),
    ...(pile.left === null ? {} : { time_deck: pile.left }),
    point_deck: pile.aside,
    time_deck_started: pile.started,
    may_set_aside: pile.may,
    ...(pile.drawn === undefined ? {} : { time_card_drawn_this_turn: pile.drawn }),
    ...(Object.keys(here).length
      ? {
          occasions: Object.fromEntries(
            Object.entries(here).map(([key, said]) => [
              key,
              tells.seats.includes(key) ? said.map((place) => name(Number(place))) : said,
            ]),
          ),
        }
      : {}),
  }),
  player: (kept) => ({ kept_ships: kept }),
  completes: (goal, entry, by) => ({ type: entry, by, contract: goal }),
  seats: ['paid', 'linger'],
  points: ({ contract_points: points }, seat) => points && (points[seat] ?? 0),
  kept: ({ kept }, seat) => [...(kept?.[seat] ?? [])],
  field: /contracts|kept_ships|deck|aside|occasions/,
  may: ({ decisions = [] }) => Number(decisions.find(({ kind }) => kind === ASIDE)?.about['count'] ?? 0),
};

export default tells;
