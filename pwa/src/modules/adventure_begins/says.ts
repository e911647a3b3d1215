import type { Drawing } from '../../drawings/sprite';
import type { Effect, Facts } from '../../engine/module-view';
import type { Params } from '../../engine';
import { pair } from '../../words/pieces';
import type { Speech } from '../../words/speech';
import { list, signed } from '../../words/words.svelte';

/** The module's own sentences for its walks and pages. */
export function says(speech: Speech, key: string, params: Params = {}, seat?: number): string {
  return speech.sentence(`walk.${key}`, params, seat);
}

/** A drawing for each character: the profession that he is like, or what he is about. */
export const CHARACTER: Record<string, Drawing> = {
  jean_blackbeard: 'sailor',
  thomas_fishborn: 'lookout',
  officer_scott: 'admiral',
  senora_anne: 'mademoiselle',
  peter_landman: 'trader',
  don_ferdinando: 'trader',
  cutthroat_mary: 'colors',
  jacques_grandeur: 'expedition',
  grace_may: 'clash',
  samuel_blackguard: 'coin',
};

const EFFECT: Record<string, Drawing> = {
  coins: 'coin',
  crowns: 'crown',
  swords: 'sword',
  no_repel: 'repel',
  takes: 'pile',
  price: 'hand',
  trade: 'trader',
  by_hand: 'check',
};

export function effectDrawing(effects: Effect[] = []): Drawing {
  return EFFECT[effects[0]?.what ?? ''] ?? 'event';
}

/** What an event does, in words. */
export function effectSaid(effects: Effect[], speech: Speech): string {
  return list(effects.map((one) => oneSaid(one, speech)));
}

/** Without whom it is for, where that is everybody. */
export function short(effects: Effect[], speech: Speech): string {
  return list(
    effects.map(({ what, count = 0, who, color }) => {
      const seen = {
        figure: signed(count),
        ships: color ? speech.term(color) : says(speech, 'effect.ships'),
      };
      const said = (color && says(speech, `short.${what}_of`, seen)) || says(speech, `short.${what}`, seen);
      return who === undefined || who === 'all' ? said : pair(says(speech, `who.${who}`), said);
    }),
  );
}

function oneSaid({ what, count = 0, who = 'all', color }: Effect, speech: Speech): string {
  const seen = {
    count: Math.abs(count),
    figure: signed(count),
    who: says(speech, `who.${who}`),
    ships: color ? speech.term(color) : says(speech, 'effect.ships'),
  };
  const said = (more: string): string => says(speech, `effect.${what}${more}`, seen);
  return (color && said('_of')) || (count < 0 && said('_less')) || said('');
}

/** When it counts: at once, in discover, in trade and hire. */
export function whenSaid(effects: Effect[], speech: Speech): string {
  return list([...new Set(effects.map(({ when }) => says(speech, `when.${when}`)))]);
}

/** Events that somebody has read off a card already. */
export function knownEvents(facts: Facts | undefined): { id: string; effects: Effect[] }[] {
  return Object.entries(facts?.['event'] ?? {}).map(([id, told]) => ({
    id,
    effects: (told['effects'] ?? []) as Effect[],
  }));
}

/** The kinds of the new play cards: places of the catalogue, with a drawing. */
export const ADDED: [string, Drawing][] = [
  ['ares', 'ship-sixth'],
  ['tybuk', 'tybuk'],
  ['lookout', 'lookout'],
  ['innkeeper', 'innkeeper'],
  ['mixed', 'bread'],
  ['captain', 'captain'],
  ['priest', 'priest'],
  ['settler', 'settler'],
  ['expedition', 'expedition'],
];
export const PLACE = 'adventure.unknown.';
/** Played together or alone: chapters are lost and won by all. */
export const isTogether = (way: string): boolean => way === 'coop' || way === 'solo';
/** How many chapters an empty page shows, before any table has told. */
export const CHAPTERS = 5;
export const addedIn = (added: Record<string, number>): number =>
  Object.values(added).reduce((sum, count) => sum + count, 0);
