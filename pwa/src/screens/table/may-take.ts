import type { Template, View } from '../../engine';
import { askedFor } from '../../parts/modules/question';
import { entryOf } from '../../parts/table/entry';
import { begin } from '../../parts/table/saying';
import type { Speech } from '../../words/speech';
import { waysToTake } from './additions';
import type { AtTable } from './on-table';

/** A player to whom a card can go, or one of the ways in which it goes to one. */
export interface Taker {
  key: string;
  seat: number;
  /** The entry that it comes to; of somebody whose ways come next, the first of them. */
  template?: Template | undefined;
  /** What that entry asks for. */
  said: Record<string, unknown>;
  /** In words, where it is more than who takes: who else gets something. */
  answer?: string;
  /** Letting go there shows the ways of this one. */
  leads: boolean;
}

/** How a card may be taken by each of them; null where nobody can say, nothing as long as it is asked. */
export type WaysOf = (seat: number) => Template[] | null | undefined;

/** How the card at a berth may go to somebody whose chance comes once those before have passed: told by the engine. */
export async function waysAfter(
  pass: Template,
  berth: number,
  ask: AtTable['ask'],
): Promise<Template[] | null> {
  const then = (await ask(entryOf(pass)))?.view;
  const ways = then && waysToTake(then.allowed.filter(({ type }) => type === 'take')).get(berth);
  // One entry for all of it: those before pass, and the card goes.
  return ways?.map((way) => ({ ...way, passing: true })) ?? null;
}

/** First the ways of `whose`, each by itself; then who else may take, in their order. */
export function takers(whose: number, seats: number[], waysOf: WaysOf, view: View, speech: Speech): Taker[] {
  const first = (waysOf(whose) ?? []).flatMap((way, at, { length }) => {
    const key = length > 1 ? `${whose}:${at}` : `${whose}`;
    return answered(way, key, view, speech);
  });
  const others = seats.filter((seat) => seat !== whose).map((seat) => whole(seat, waysOf(seat)));
  return [...first, ...others];
}

function whole(seat: number, ways: Template[] | null | undefined): Taker {
  const [template] = ways ?? [];
  const leads = (ways?.length ?? 0) > 1 || (template?.allowed === true && oneAsk(template));
  return { key: `${seat}`, seat, template, said: {}, leads };
}

/** A way that asks for one thing more is as many as there are answers to it. */
function answered(template: Template, key: string, view: View, speech: Speech): Taker[] {
  const one = { key, seat: template.by, template, said: {}, leads: false };
  const [ask] = template.asks ?? [];
  const asked = ask && template.allowed && oneAsk(template) ? askedFor(begin(template), view, speech) : null;
  if (!ask || !asked?.answers.length) return [one];
  return asked.answers.map(({ key: answer, title, value }) => ({
    ...one,
    key: `${key}:${answer}`,
    said: { [ask.key]: value },
    answer: title,
  }));
}

/** One question only, which names its answers. */
function oneAsk({ asks }: Template): boolean {
  const [ask, ...more] = asks ?? [];
  return Boolean(ask?.choices?.length) && !more.length;
}
