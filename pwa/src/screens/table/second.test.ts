import { beforeAll, describe, expect, it } from 'vitest';

import type { Forecast, LedgerLine } from '../../engine';
import { fixture, library } from '../../fixtures/views';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { secondSays } from './second';

/** The view after a card was drawn, as a forecast of drawing it. */
function says(name: string, ledger?: LedgerLine[]): string {
  const view = fixture(name);
  const seen: Forecast = { kind: 'possible', view, ledger: ledger ?? view.last?.ledger ?? [] };
  return secondSays(seen, new Speech(view.edition, view.players, library.editions));
}

describe('two cards, where two phones drew the same', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules();
  });

  it('lie in the harbor where the second one may', () => {
    expect(says('discover')).toBe('both are in the harbor');
  });

  it('are a bust where the second ship has the color of the first', () => {
    expect(says('bust')).toMatch(/^the second Flute would be a bust/);
    expect(says('bust')).not.toContain('harbor');
  });

  it('leave the second to be repelled where it can be', () => {
    expect(says('repel-or-bust')).toBe('repel the second Flute, or the turn busts');
  });

  it('are two taxes, or two expeditions beside the harbor', () => {
    expect(says('tax')).toBe('the second: Cleo −6 +1, Dev −6');
    expect(says('expedition')).toBe('both are set aside');
  });

  it('are only recorded where nobody can say what follows, or refused with the reason', () => {
    const view = fixture('discover');
    const speech = new Speech(view.edition, view.players, library.editions);
    expect(secondSays(null, speech)).toBe('both are recorded');
    const refusal = {
      code: 'WRONG_PHASE',
      rule: 'phase_order',
      params: { phase: 'trade_hire' },
      overridable: false,
    };
    expect(secondSays({ kind: 'refused', refusal, detail: '' }, speech)).toBe(speech.refusal(refusal));
  });
});
