import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { beforeAll, expect, it } from 'vitest';

import type { View } from '../../engine';
import type { SlipReason, Slips } from '../../engine/accounts';
import { pythonRules } from '../../fixtures/rules';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { explain } from './account';
import { guessesOf } from './guesses';

interface Recorded {
  edition: string;
  steps: { type: string; auto?: boolean }[];
}
interface Counted {
  view: View;
  seat: number;
  reasons: SlipReason[];
}

const GAME = '10-bigbox-jomc_cards-gambler-5p-s52031';
/** So many entries lie between two counts. */
const EVERY = 90;

function recorded(name: string): Recorded {
  const packed = readFileSync(`${import.meta.dirname}/../../../../tests/data/games/${name}.json.gz`);
  return JSON.parse(gunzipSync(packed).toString()) as Recorded;
}

const counts: Counted[] = [];

beforeAll(async () => {
  const rules = (await pythonRules())();
  const { steps, ...setup } = recorded(GAME);
  const entries = steps.filter(({ auto, type }) => !auto && type !== 'finish_turn');
  await rules.call('open', { code: GAME, setup });
  for (const [at, entry] of entries.entries()) {
    const line = { entry_id: `${at}`, entry };
    const { view } = await rules.call<{ view: View }>('record', { code: GAME, line });
    if (at % EVERY !== EVERY - 1) continue;
    for (const { seat, coins } of view.players) {
      const counted = { coins: { [seat]: coins + 1 } };
      const { reasons } = await rules.call<Slips>('slips', { code: GAME, counted });
      counts.push({ view, seat, reasons });
    }
  }
}, 120_000);

it.each(['en', 'de'] as const)('offers no two that read alike, in a recorded game (%s)', async (language) => {
  await speak(language);
  await speakRules(language);
  let alike = 0;
  for (const { view, seat, reasons } of counts) {
    const speech = new Speech(view.edition, view.players);
    alike += reasons.length - new Set(reasons.map((one) => explain(one, view, speech).title)).size;
    const titles = guessesOf(reasons, [seat], view, speech).map(({ title }) => title);
    expect([...new Set(titles)]).toEqual(titles);
  }
  // Else the game would prove nothing.
  expect(alike).toBeGreaterThan(0);
});

const players = ['Ada', 'Ben', 'Cleo'].map((name, seat) => ({ seat, name, coins: [3, 8, 0][seat] }));
const view = { round: 5, active: 1, players } as unknown as View;
const speech = new Speech('pegasus', view.players);
const then = { coins: [3, 9, 0] };
const frigate = { kind: 'ship', color: 'red', swords: 3, coins: 3 };
const read = (reasons: object[]) =>
  guessesOf(
    reasons.map((one) => ({
      revision: 9,
      turn: [4, 0],
      seat: 1,
      left: 0,
      then,
      equal_count: 0,
      ...one,
    })) as never,
    [1],
    view,
    speech,
  ).map(({ title, alike }) => [title, alike]);

it('shows the swords where two numbers pay the same', async () => {
  await speak('en');
  await speakRules('en');
  const to = (swords: number, coins: number) => ({
    kind: 'numbers',
    params: { card: frigate, to: { ...frigate, swords, coins } },
  });
  expect(read([to(2, 2), to(1, 2), to(1, 1)])).toEqual([
    ['Round 4: the Frigate pays 2, not 3; 2 swords', 0],
    ['Round 4: the Frigate pays 2, not 3; 1 sword', 0],
    ['Round 4: the Frigate pays 1, not 3', 0],
  ]);
});

it('says whose turn it was where a round had two, and else offers one', async () => {
  await speak('en');
  await speakRules('en');
  const tax = { kind: 'missed_draw', params: { card: { kind: 'tax', bonus: 'most_swords' } } };
  expect(read([tax, { ...tax, turn: [4, 2] }, { ...tax, revision: 12, equal_count: 2 }])).toEqual([
    ['Round 4: Tax Increase (Most swords) was drawn as well; Ada’s turn', 3],
    ['Round 4: Tax Increase (Most swords) was drawn as well; Cleo’s turn', 0],
  ]);
});
