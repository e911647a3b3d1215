import type { Card, View } from '../../engine';
import type { Slip, SlipReason } from '../../engine/accounts';
import { cardLabel } from '../../parts/table/labels';
import { countedSwords } from '../../words/counted';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';
import { explain, isCard, othersOf } from './account';
import type { Explained } from './account';

/** A slip that explains what was counted, as it is offered. `alike`: how many others nobody could tell from it. */
export interface Guess extends Explained {
  reason: SlipReason;
  alike: number;
}

/** What may have gone wrong, the likeliest first; of those that read alike one is offered. */
export function guessesOf(reasons: SlipReason[], seats: number[], view: View, speech: Speech): Guess[] {
  const told = reasons.map((reason) => explain(reason, view, speech));
  const offered = new Map<string, Guess>();
  for (const [at, reason] of reasons.entries()) {
    const one = told[at] as Explained;
    const like = reasons.filter((_, other) => told[other]?.title === one.title);
    const title = [one.title, ...apart(reason, like, speech)].join('; ');
    const why = whyOf(reason, one.why, seats, view, speech);
    const key = `${title} ${why}`;
    const before = offered.get(key);
    if (before) before.alike += 1 + reason.equal_count;
    else offered.set(key, { ...one, title, why, reason, alike: reason.equal_count });
  }
  return [...offered.values()];
}

function whyOf(reason: SlipReason, why: string, seats: number[], view: View, speech: Speech): string {
  const [first] = othersOf(reason, seats, view);
  if (first)
    return t('account.then_other', { name: speech.name(first.seat), coins: first.coins, had: first.had });
  return reason.left ? t('account.left', { count: reason.left }) : why;
}

/** What tells a slip from those that would be called the same, as little of it as will do. */
function apart(slip: Slip, like: Slip[], speech: Speech): string[] {
  const said: string[] = [];
  let same = like;
  for (const detail of DETAILS) {
    const mine = detail(slip, speech);
    const left = same.filter((other) => detail(other, speech) === mine);
    if (left.length === same.length) continue;
    same = left;
    if (mine) said.push(mine);
  }
  return said;
}

const DETAILS: ((slip: Slip, speech: Speech) => string)[] = [
  ({ params: { to } }, speech) => (isCard(to) && to.kind === 'ship' ? swordsOn(to, speech) : ''),
  ({ params: { to } }, speech) => (isCard(to) ? cardLabel(to, speech) : ''),
  ({ params: { card } }, speech) => (isCard(card) ? cardLabel(card, speech) : ''),
  ({ turn }, speech) => t('log.turn', { name: speech.name(turn[1]) }),
];

function swordsOn(ship: Extract<Card, { kind: 'ship' }>, speech: Speech): string {
  return ship.skull ? t('card.skull') : countedSwords(ship.swords ?? 0, speech);
}
