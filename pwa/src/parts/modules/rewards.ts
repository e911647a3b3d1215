import type { Goal, Rewards, Template, View, Waits } from '../../engine';
import { pair } from '../../words/pieces';
import type { Speech, Told } from '../../words/speech';
import { list, signed, t } from '../../words/words.svelte';
import { crownsSaid } from '../table/goals';

/** What the first to complete a goal may get, and the crowns of everybody: all that is ever printed (004 Missions). */
export const FIRST: Rewards['first'][] = [{}, { coins: 1 }, { coins: 2 }, { crowns: 1 }];
export const CROWNS = [0, 1, 2, 3];

/** What has been read so far. */
export interface Read {
  first: Rewards['first'] | null;
  crowns: number | null;
}

export const nothingRead: Read = { first: null, crowns: null };

/** As an entry says it, once both are read. */
export function readOf({ first, crowns }: Read): { first: Rewards['first']; crowns: number } | null {
  return first && crowns !== null ? { first, crowns } : null;
}

/** Its rewards have to be read before this way to complete it pays; a marker that only moves on brings none. */
export function mustRead(goal: Goal | undefined, { figures }: Template): boolean {
  return goal?.unread === true && figures?.['marker'] === undefined;
}

/** Pays everything that is read by now. */
export function payment(view: View): Template | undefined {
  return view.allowed.find(({ about, allowed }) => about?.waits && allowed);
}

/** Everything that a player gets, together. */
export function sums(waits: Waits[]): Pick<Waits, 'seat' | 'coins' | 'crowns' | 'points'>[] {
  return [...new Set(waits.map(({ seat }) => seat))].map((seat) => {
    const own = waits.filter((one) => one.seat === seat);
    const sum = (of: 'coins' | 'crowns' | 'points'): number => own.reduce((all, one) => all + one[of], 0);
    return { seat, coins: sum('coins'), crowns: sum('crowns'), points: sum('points') };
  });
}

/** "+2 coins, +1 Crown". */
export function gain(
  { coins = 0, crowns = 0, points = 0 }: { coins?: number; crowns?: number; points?: number },
  speech: Speech,
): string {
  return [
    coins ? t('figures.coins', { count: Math.abs(coins), figure: signed(coins) }) : '',
    crowns ? `${signed(crowns)} ${speech.counted('crown', 'crowns', Math.abs(crowns))}` : '',
    points ? t('figures.points', { count: Math.abs(points), figure: signed(points) }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Who is paid, and whose card is read now: "Pay Ben", "Mission 10 is read now". */
export function paymentTold(view: View, speech: Speech): Told {
  const waits = view.waits ?? [];
  const each = sums(waits);
  const goals = (view.goals ?? [])
    .filter(({ id }) => waits.some(({ goal }) => goal === id))
    .map((goal) => speech.goal(goal));
  const cards = waits.some(({ goal }) => goal === undefined) ? [...goals, t('waits.card')] : goals;
  return {
    title: t('waits.pay', { names: list(each.map(({ seat }) => speech.name(seat))) }),
    why:
      each.length > 1
        ? each.map((one) => pair(speech.name(one.seat), gain(one, speech))).join('; ')
        : t('waits.read', { what: list(cards) }),
  };
}

/** A reward in words. */
export function rewardSaid({ coins = 0, crowns = 0 }: Rewards['first'], speech: Speech): string {
  return coins ? t('count.coins', { count: coins }) : crowns ? crownsSaid(crowns, speech) : t('waits.none');
}
