import type { Editions, View } from '../../../engine';
import { followedBy } from '../../../stores/campaigns';
import { recall } from '../../../stores/database';
import type { LastGroup } from '../../../stores/database';
import { Draft } from '../../../parts/set-up/draft.svelte';

/** Who reads the pages where no table asks: chosen once, it holds until the app is closed. */
let chosen: Draft | null = null;

/** The group as it played last, with what it may be changed to; of the box that an address names. */
export async function readers(editions: Editions, named?: string): Promise<Draft> {
  if (!chosen) {
    const group = await recall<LastGroup>('group');
    const box = await recall<string>('rules-box');
    chosen = new Draft(editions.editions, group);
    if (box) chosen.choose(box);
    seat(chosen, group?.players.length || chosen.players.min);
  }
  if (named && editions.editions.some(({ id }) => id === named)) chosen.choose(named);
  return chosen;
}

/** A table that is set up already, as it would be set up again. */
export function ofTable(editions: Editions, code: string, view: View): Draft {
  const { edition, modules, options } = view;
  const players = view.players.map(({ name }) => name);
  const draft = new Draft(editions.editions, { edition, modules, options, players, start: 0 });
  if (view.campaign) {
    // Where the story stood when this game began: what comes after it is the next evening's.
    const { next: _, ...stood } = view.campaign;
    const story = followedBy(undefined, code, { ...view, campaign: stood });
    draft.campaigns = story ? [story] : [];
  }
  return draft;
}

/** So many players, whoever they are. */
export function seat(draft: Draft, count: number): void {
  const { min, max } = draft.players;
  const wanted = Math.min(Math.max(count, min), max);
  draft.seats = Array.from({ length: wanted }, (_, at) => ({ id: String(at), name: '' }));
  draft.start = '0';
}
