import type { Goal, Template, View, Waits } from '../../engine';
import { pair } from '../../words/pieces';
import type { Speech, Told } from '../../words/speech';
import { list, signed, t } from '../../words/words.svelte';
import { prizesOf } from '../prints';
import type { Prize } from '../prints';

/** What somebody gets. */
export interface Gain {
  coins: number;
  prizes: Prize[];
  points: number;
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
export function sums(waits: Waits[]): (Gain & Pick<Waits, 'seat'>)[] {
  return [...new Set(waits.map(({ seat }) => seat))].map((seat) => {
    const own = waits.filter((one) => one.seat === seat);
    const sum = (of: 'coins' | 'points'): number => own.reduce((all, one) => all + one[of], 0);
    return { seat, coins: sum('coins'), prizes: together(own.flatMap(prizesOf)), points: sum('points') };
  });
}

/** The same prizes once, as many as they are. */
function together(prizes: Prize[]): Prize[] {
  return [...new Map(prizes.map((one) => [one.key, one])).values()].map((one) => ({
    ...one,
    count: prizes.reduce((sum, { key, count }) => (key === one.key ? sum + count : sum), 0),
  }));
}

/** "+2 coins, +1 Crown". */
export function gain({ coins, prizes, points }: Gain, speech: Speech): string {
  return [
    coins ? t('figures.coins', { count: Math.abs(coins), figure: signed(coins) }) : '',
    ...prizes.map(({ key, one, count }) => `${signed(count)} ${speech.counted(one, key, Math.abs(count))}`),
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
