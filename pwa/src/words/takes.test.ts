import { describe, expect, it } from 'vitest';

import { pythonRules } from '../fixtures/rules';
import { RulesProblem } from '../engine/local/rules';
import type { About } from '../engine/engine';
import { allowedBy, faultOf } from './takes';
import { speak, speakRules } from './words.svelte';

/** What the engine of the phone has against a set-up. */
async function against(setup: unknown): Promise<About> {
  const rules = (await pythonRules())();
  const refused: unknown = await rules
    .call('open', { code: 'here-1', setup })
    .catch((error: unknown) => error);
  if (!(refused instanceof RulesProblem)) throw new Error('it is taken');
  return refused.problem as About;
}

describe('what a field takes', () => {
  it('is named by the engine of the phone and said in its language', async () => {
    const far = await against({ edition: 'pegasus', players: 7 });
    const left = await against({ players: ['Ada', 'Ben'] });
    await speak('en');
    await speakRules();
    expect(allowedBy(far)).toBe('a list of at most 12');
    expect(faultOf(left)).toBe('edition is missing. Allowed: one of pegasus, sjg, yucata, bigbox.');
    await speak('de');
    expect(faultOf(far)).toBe('players passt nicht. Erlaubt: eine Liste von höchstens 12.');
    expect(allowedBy({ takes: { key: 'one_of', params: { choices: ['a', '{most}'] } } })).toBe(
      'eines von a, {most}',
    );
  });

  it('is what the server has said, where it has said it', () => {
    expect([allowedBy({ allowed: 'ein Text' }), faultOf({ allowed: 'ein Text' }), allowedBy({})]).toEqual([
      'ein Text',
      'ein Text',
      '',
    ]);
  });
});
