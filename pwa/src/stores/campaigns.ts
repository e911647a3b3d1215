import type { Standing } from '../engine/module-view';
import { stepping } from '../engine/module-view';
import type { View } from '../engine/types';
import { recall, update } from './database';

const KEY = 'campaigns';
const MOST = 20;

/** One evening of a story, as it ended. */
export interface Evening {
  code: string;
  chapter: number;
  won: boolean;
  /** Of the pile that counted it down, as it is printed. */
  number?: number;
  points?: number;
}

/** How far a group has come, and who it is. */
export interface Campaign {
  id: string;
  edition: string;
  game: string;
  way: string;
  players: string[];
  options: Record<string, unknown>;
  modules: string[];
  standing: Standing;
  /** As the engine told: chapters there are, cards in the box by place, coins of the group for lost tries. */ chapters: number;
  most: Record<string, number>;
  coins: number;
  /** Its last table: an older one that is looked at again changes nothing. */ now: string;
  evenings: Evening[];
}

/** The same people in whatever order, who play the same game in the same way. */
export function campaignId(edition: string, way: string, players: string[]): string {
  return [edition, way, ...players.map((name) => name.trim().toLocaleLowerCase()).sort()].join('|');
}

export async function keptCampaigns(): Promise<Campaign[]> {
  return (await recall<Campaign[]>(KEY)) ?? [];
}

/** `instead`: the one that it was by other names. */
export function keepCampaign(campaign: Campaign, instead?: string): Promise<void> {
  return update<Campaign[]>(KEY, (kept = []) =>
    [campaign, ...kept.filter(({ id }) => id !== campaign.id && id !== instead)].slice(0, MOST),
  );
}

/** What a table says of its story: with its end the next evening, until then this one. A correction of the end changes it. */
export function followedBy(before: Campaign | undefined, code: string, view: View): Campaign | undefined {
  const { campaign, countdowns = [] } = stepping(view);
  if (!campaign) return before;
  if (before && before.now !== code && before.evenings.some((one) => one.code === code)) return before;
  const { next, chapters, most, coins, ...now } = campaign;
  const players = view.order.map((seat) => view.players[seat]?.name ?? '');
  const evenings = (before?.evenings ?? []).filter((one) => one.code !== code);
  const number = countdowns.find((one) => one.number !== undefined)?.number;
  if (next)
    evenings.push({
      code,
      chapter: now.chapter,
      won: view.ended ? view.ended.outcome === 'won' : true,
      ...(number ? { number } : {}),
      ...(view.ended ? { points: view.players.reduce((sum, { vp }) => sum + vp, 0) } : {}),
    });
  return {
    id: campaignId(view.edition, view.way, players),
    edition: view.edition,
    game: view.modules.find((name) => name !== 'base') ?? '',
    way: view.way,
    players,
    modules: view.modules,
    options: view.options,
    standing: plain(next ?? now),
    chapters,
    most,
    coins,
    now: code,
    evenings,
  };
}

/** Keeps what a table says, one look after the other. */
export class CampaignKeeper {
  private work: Promise<void> = Promise.resolve();
  private last = '';

  see(code: string, view: View): Promise<void> {
    const { campaign } = stepping(view);
    const now = JSON.stringify([code, campaign, view.phase, view.players.map(({ name }) => name)]);
    if (!campaign || now === this.last) return this.work;
    this.last = now;
    this.work = this.work.then(async () => {
      const id = campaignId(
        view.edition,
        view.way,
        view.order.map((seat) => view.players[seat]?.name ?? ''),
      );
      const kept = await keptCampaigns();
      // By other names than before it is the same evening of the same group.
      const renamed = kept.find((one) => one.now === code && one.id !== id);
      const followed = followedBy(kept.find((one) => one.id === id) ?? renamed, code, view);
      if (followed) await keepCampaign(followed, renamed?.id);
    });
    return this.work;
  }
}

function plain({ chapter, lost, defeats, added, won }: Standing): Standing {
  return { chapter, lost, defeats, added, won };
}
