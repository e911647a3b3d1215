import { expect, it } from 'vitest';

import type { View } from '../../engine';
import type { Slip } from '../../engine/accounts';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import fixture from '../../fixtures/slips.json';
import { explain } from './account';

// The same games as in tests/engine/test_slip_cases.py, where each first guess is found.
const players = fixture.players.map((name, seat) => ({ seat, name, coins: 3 }));

it.each(
  fixture.cases.flatMap((one) =>
    (['en', 'de'] as const).map((language) => [one.name, language, one] as const),
  ),
)('says that %s (%s)', async (_, language, { first, round, active, words }) => {
  await speak(language);
  await speakRules(language);
  const view = { round, active, players } as unknown as View;
  const told = explain(first as unknown as Slip, view, new Speech('pegasus', view.players));
  expect([told.title, told.why]).toEqual(words[language]);
});
