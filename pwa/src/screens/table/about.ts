import type { Card, View } from '../../engine';
import type { Answer, Asking, Fact, RulesDesk } from '../../engine/rules-desk';
import type { KnownTable } from '../../stores/database';

/** Something on the table that somebody asks about: what the engine calls it, first what it is, then what applies to it. */
export interface About {
  title: string;
  names: string[];
  /** Of everything that is worked out, only what is about this card. */
  card?: Card | undefined;
  /** Where that card lies in the harbor: it may be another one. */
  berth?: number | undefined;
}

export function aboutCard(card: Card, title: string, berth?: number): About {
  if (card.kind === 'ship') return { title, card, berth, names: ['ship', 'repel', 'harbor'] };
  if (card.kind === 'person') return { title, card, berth, names: [card.type, 'hire'] };
  return { title, card, names: [card.kind] };
}

/** How many cards, and what each of them costs or brings. */
export function aboutTakes(view: View, title: string): About {
  return { title, names: view.phase === 'trade_hire' ? ['takes', 'hire', 'trade'] : ['takes', 'hire'] };
}

/** The moment: the phase, the piles, how far it is to the end. */
export function aboutNow(view: View, title: string): About {
  return {
    title,
    names: [
      view.phase === 'discover' ? 'draw' : 'turn_order',
      'draw_pile',
      view.end_triggered ? 'last_round' : 'end_trigger',
    ],
  };
}

/** The first question about each, and what they come to at this table. */
export async function explained(
  desk: RulesDesk,
  about: About,
  asking: Asking,
  table: KnownTable | undefined,
): Promise<{ answers: Answer[]; facts: Fact[] }> {
  const found = await Promise.all(about.names.map((name) => desk.questions({ explains: name }, asking)));
  const answers = unique(found.flatMap((listed) => listed.slice(0, 1)));
  if (!table) return { answers, facts: [] };
  const key = { code: table.code, token: table.token };
  const told = await Promise.all(answers.map(({ id }) => desk.atTable(key, id).catch((): Fact[] => [])));
  return { answers, facts: unique(told.flat()).filter((fact) => concerns(fact, about.card)) };
}

/** A choice of the group is shown with the answer itself; here it would only be in the way. */
function concerns({ code, params }: Fact, card: Card | undefined): boolean {
  if (code === 'ruled') return false;
  return !card || !('card' in params) || same(params['card'], card);
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  return typeof value === 'object' && value
    ? Object.entries(value).sort(([one], [other]) => one.localeCompare(other))
    : value;
}

function unique<T>(all: T[]): T[] {
  return all.filter((one, index) => all.findIndex((other) => same(other, one)) === index);
}
