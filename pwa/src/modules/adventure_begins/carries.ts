import type { View } from '../../engine';
import { numbered, stepping } from '../../engine/steps';
import type { Carries } from '../../parts/carried-over';

interface Lying { number: string; completed_by: number[]; waiting: number[] }
type Occasions = Record<string, (string | number)[]>;

/** Of what the view says of this moment, what names players. */
const SEATS = ['paid', 'linger'];

/** What situations call missions, the month, the cards that the story has added, and what lies before a player. */
const carries: Carries = {
  take(view, place, seats) {
    const { campaign, countdowns = [] } = stepping(view);
    const places = (some: (number | string)[]): number[] => some.flatMap((seat) => place(Number(seat)) ?? []);
    const goals = (view.goals ?? []).map(numbered).filter(({ number }) => number !== undefined);
    const missions = goals.map(({ number = '', done_by = [], waiting = [] }): Lying => ({ number, completed_by: places(done_by), waiting: places(waiting.map(({ seat }) => seat)) }));
    const month = countdowns.find(({ events }) => events);
    const events = (month?.events ?? []).filter(({ last }) => !last);
    // Before its first card a turn is told from its beginning, and its event is read again.
    const fresh = view.phase === 'discover' && !view.harbor.length && !view.taken.length;
    const left = events.filter(({ state }) => state === 'ahead' || (fresh && state === 'now')).length;
    const occasions = Object.fromEntries(Object.entries((view.occasions ?? {}) as Occasions).map(([name, said]) => [name, SEATS.includes(name) ? places(said) : said]));
    return {
      table: {
        missions, added: campaign?.added ?? {}, occasions,
        month: { number: month?.number ?? 1, left, events: events.map(({ event }) => event ?? null) },
      },
      players: seats.map((seat) => rowOf(view, seat, goals.filter(({ done_by = [] }) => done_by.includes(seat)).length)),
    };
  },
  situation({ occasions, missions, ...table }, name) {
    const lying = (missions as Lying[]).map(({ number, completed_by, waiting }) => ({ number, completed_by: completed_by.map(name), waiting: waiting.map(name) }));
    const here = Object.entries((occasions ?? {}) as Occasions).map(([key, said]) => [key, SEATS.includes(key) ? said.map((place) => name(Number(place))) : said]);
    return { ...table, ...(lying.length ? { missions: lying } : {}), ...(here.length ? { occasions: Object.fromEntries(here) as Occasions } : {}) };
  },
  afresh: ({ occasions: _, ...table }) => table,
};

function rowOf(view: View, seat: number, done: number): Record<string, unknown> {
  const { character, crowns = 0, items = [], openings = [] } = view.players[seat] as { character?: { id: string; color?: string }; crowns?: number; items?: string[]; openings?: unknown[] };
  const { free = 0, waiting = 0 } = view.markers?.[seat] ?? {};
  return {
    ...(character ? { character: character.id } : {}), ...(character?.color ? { character_color: character.color } : {}),
    crowns, items: [...items], markers_paid: Math.max(0, openings.length - free - waiting - done),
  };
}

export default carries;
