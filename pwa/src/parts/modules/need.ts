import type { Requirement } from '../../engine';
import { hasDrawing } from '../../drawings/drawn';
import { NEED_OF, personDrawing } from '../../drawings/sprite';
import type { Speech } from '../../words/speech';
import { list, t } from '../../words/words.svelte';

/** A pictogram for each thing that is asked for; what has none of its own is a person. */
const DRAWN: Record<string, string> = { swords: 'sword', points: 'shield', expedition: 'expedition', tax: 'tax', tax_paid: 'tax', bust: 'skull', repelled_colors: 'repel' };

export interface Pictogram { drawing: string; coin: boolean; give: boolean; figure: string; times: number }

/** Up to three of one kind are drawn one by one, as they are printed; more are counted. */
const DRAW = 3;

export function pictograms(need: Requirement[]): Pictogram[] {
  return need.map(({ what, count = 1, give = false }) => {
    const drawing = DRAWN[what] ?? (hasDrawing(what) ? what : personDrawing(what));
    const coin = what === 'coins';
    const single = coin || what in DRAWN || what === 'colors' || count > DRAW;
    return { drawing, coin, give, figure: single && (coin || count > 1) ? String(count) : '', times: single ? 1 : count };
  });
}

/** The same in words: "gives up 2 Captains and has 3 swords". */
export function needSaid(need: Requirement[], speech: Speech): string {
  return list(need.map(({ what, count = 1, give }) => {
    const thing = count > 1 ? named(`${what}s`, speech) || named(what, speech) : named(what, speech) || named(`${what}s`, speech);
    return t(give ? 'need_said.gives' : 'need_said.has', { count, thing: thing || what });
  }));
}

function named(what: string, speech: Speech): string {
  const ownWord = t(`need_said.${what}`, { defaultValue: '' });
  const term = speech.term(what);
  return ownWord || (term === what ? '' : term);
}

/** What an expedition asks for is drawn by its symbols. */
export function symbolOf(need: string): string {
  return NEED_OF[need] ?? 'jack';
}
