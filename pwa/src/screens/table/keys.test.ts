import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

import { cleanup } from '@testing-library/svelte';
import { beforeAll, describe, expect, it } from 'vitest';

import type { Rules } from '../../engine/local/rules';
import type { Entry, View } from '../../engine';
import { around, tableOf } from '../../fixtures/at-table';
import { render } from '../../fixtures/render';
import { pythonRules } from '../../fixtures/rules';
import { library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { Box } from '../../parts/table/box';
import Pad from './Pad.svelte';

interface Recorded {
  edition: string;
  modules: string[];
  options: object;
  players: string[];
  campaign?: object;
  steps: (Entry & { auto?: boolean })[];
}

const GAMES = '../tests/data/games';
let desk: () => Rules;

beforeAll(async () => {
  desk = await pythonRules();
});

/** The keys of the pad, in their order. */
function keysOf(view: View): string[] {
  const speech = new Speech(view.edition, view.players, library.editions);
  const { container } = render(
    Pad,
    { view, speech, box: new Box(library.catalogue, view.unseen, view.box) },
    around(tableOf(view)),
  );
  const keys = [...container.querySelectorAll<HTMLElement>('[data-opens]')].map(
    ({ dataset }) => dataset['opens'] ?? '',
  );
  cleanup();
  return keys;
}

/** What the pad could be drawn from otherwise: which cards there are, and what is known of them. */
function drawnFrom({ unseen, box, expeditions }: View): string {
  return JSON.stringify([Object.entries(unseen).map(([id, out]) => [id, out > 0]), box, expeditions.length]);
}

describe('the keys of the pad', () => {
  it.each(readdirSync(GAMES))('keep their places from the first entry of %s to its last', async (name) => {
    const { steps, edition, modules, options, players, campaign } = JSON.parse(
      gunzipSync(readFileSync(`${GAMES}/${name}`)).toString(),
    ) as Recorded;
    const rules = desk();
    let view = await rules.call<View>('open', {
      code: 'T',
      setup: { edition, modules, options, players, ...(campaign ? { campaign } : {}) },
    });
    const first = keysOf(view);
    const seen = new Set([drawnFrom(view)]);
    for (const [at, { auto, ...entry }] of steps.entries()) {
      if (auto || entry.type === 'finish_turn') continue;
      view = (await rules.call<{ view: View }>('record', { code: 'T', line: { entry_id: `${at}`, entry } }))
        .view;
      const now = drawnFrom(view);
      if (seen.has(now)) continue;
      seen.add(now);
      expect(keysOf(view)).toEqual(first);
    }
  });
});
