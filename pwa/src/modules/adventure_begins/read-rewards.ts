import type { Rewards } from '../../engine';
import { prizeSaid, prizesOf } from '../../parts/prints';
import type { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';

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

/** A reward in words. */
export function rewardSaid(reward: Rewards['first'], speech: Speech): string {
  const { coins = 0 } = reward;
  const [prize] = prizesOf(reward);
  return coins ? t('count.coins', { count: coins }) : prize ? prizeSaid(prize, speech) : t('waits.none');
}
