import { readFileSync } from 'node:fs';

import { beforeAll, describe, expect, it } from 'vitest';

import type { Entry } from '../../engine';
import { bringWalks } from '../modules/bring-walks.svelte';
import { figuresOf, laidBy, waysAgain, withFigure } from './say-again';
import type { Again } from './say-again';

const CARD = { kind: 'ship', color: 'red', swords: 1, coins: 1 };
/** An entry of each type that there is, and what the log opens for it first. */
const SAMPLES: Record<string, [Again, object?]> = {
  draw: ['card', { card: CARD }],
  take_card: ['card', { card: CARD }],
  read_card: ['card', { card: CARD, harbor_index: 0 }],
  learn: ['card', { card: CARD }],
  missing: ['card', { card: CARD, count: 1 }],
  use_lookout: ['cards', { cards: [CARD, CARD, CARD], keep: 1 }],
  use_gambler: ['cards', { cards: [CARD] }],
  harbor: ['cards', { cards: [CARD] }],
  take: ['taker', { harbor_index: 0 }],
  choose_character: ['step', { character: 'grace_may', coins: 3 }],
  share_coins: ['step', { coins: { 0: 3 } }],
  read_story: ['step', { story: '10', adds: {} }],
  lay_missions: ['step', { missions: ['13', '33', '40', '50'] }],
  reveal_event: ['step', { event: 'now.coins.1.all' }],
  months_end: ['step'],
  learn_mission: ['step', { mission: '10' }],
  learn_crowns: ['step', { spaces: [1, 2, 3, 4, 5, 6] }],
  learn_card_nine: ['step', { markers: 7, points: 18 }],
  lay_contracts: ['goals', { contracts: ['bruja', { name: 'jinx', spaces: [1] }] }],
  set_aside: ['figures', { count: 2 }],
  sell_item: ['figures', { item: 'rum', coins: 3 }],
  return_crowns: ['figures', { count: 1 }],
  lying: ['figures', { count: 4 }],
  count: ['figures', { coins: { 0: 3, 1: 4 } }],
  // Whatever has neither card nor number: something else that was possible then, or it did not happen.
  ...Object.fromEntries(
    [
      'draw_request',
      'extra_tax',
      'repel',
      'keep',
      'stop',
      'begin_part',
      'pass',
      'claim_expedition',
      'start_turn',
      'finish_turn',
      'payment',
      'leave',
      'join',
      'rename',
      'seats',
      'rules',
      'reshuffle',
      'coach',
      'keeping',
      'bust',
      'complete_contract',
      'contract_step',
      'auto_check',
      'buy_marker',
      'flip_events',
      'complete_mission',
      'let_go',
      'learn_event',
      'pay_rewards',
    ].map((type): [string, [Again]] => [type, ['moment']]),
  ),
};
const openapi = JSON.parse(readFileSync('../openapi/openapi.json', 'utf-8')) as {
  components: { schemas: { SentEntry: { properties: { type: { description: string } } } } };
};
const TYPES = openapi.components.schemas.SentEntry.properties.type.description.split(', ');

beforeAll(() => bringWalks());

describe('an entry that is put right in the log', () => {
  it('has a way for each type that the specification knows', () => {
    expect(Object.keys(SAMPLES).sort()).toEqual([...TYPES].sort());
  });

  it.each(TYPES)('%s opens what it was entered with', (type) => {
    const [way, said] = SAMPLES[type] ?? ['moment'];
    expect(waysAgain({ type, by: 0, ...said } as Entry)[0]).toBe(way);
  });

  it('keeps what is not touched', () => {
    const count = { type: 'count', by: 0, coins: { 0: 3, 1: 4 }, draw_pile: 12 } as unknown as Entry;
    expect(figuresOf(count)).toEqual([
      { key: 'coins', seat: '0', value: 3 },
      { key: 'coins', seat: '1', value: 4 },
      { key: 'draw_pile', value: 12 },
    ]);
    expect(withFigure(count, 'coins', '1', 5)).toEqual({ ...count, coins: { 0: 3, 1: 5 } });
    expect(
      laidBy({
        type: 'lay_contracts',
        contracts: ['bruja', { name: 'jinx', spaces: [1] }],
      } as unknown as Entry),
    ).toEqual(['bruja', 'jinx']);
    expect(laidBy({ type: 'claim_expedition', discard: ['captain'] } as Entry)).toBeUndefined();
  });
});
