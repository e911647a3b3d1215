import { beforeAll, describe, expect, it } from 'vitest';

import { fixture, library, names } from '../../fixtures/views';
import { LANGUAGES } from '../../words/languages';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';
import { headline } from './stage';
import { bustLine } from './changes';
import { swordSum, takesWhy, tell } from './ledger-lines';

function heard(name: string) {
  const view = fixture(name);
  const speech = new Speech(view.edition, view.players, library.editions);
  return { view, speech, told: tell(view, speech) };
}

describe('what the phone says', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules();
  });

  it('tells what a person drawn would cost', () => {
    expect(heard('discover').told).toEqual({
      title: 'Sailor joins the harbor',
      why: 'Ben would pay 4: 5 − Mademoiselle 1',
    });
  });

  it('says who has left before whose turn it is, and a house rule by its name', async () => {
    const { view, speech } = heard('discover');
    const last = { revision: 9, reason: 'OK' };
    const left = [
      { why: 'turn_begins', rule: 'turn_order', seat: 1, params: { round: 3 } },
      { why: 'left', rule: 'who_plays', seat: 2 },
    ];
    expect(
      tell({ ...view, last: { ...last, entry: { type: 'leave', by: 2 }, ledger: left } }, speech).title,
    ).toBe('Cleo leaves the game');
    const rule = {
      why: 'house_rule',
      rule: 'governor_new',
      params: { option: 'governor_new', value: true, from: false },
    };
    const ruled = { ...view, last: { ...last, entry: { type: 'rules' }, ledger: [rule] } };
    expect(tell(ruled, speech)).toEqual({
      title: 'From now on: Just-hired Governor, at once',
      why: 'agreed by the table; before it was from the next time',
    });
    const joined = { why: 'joined', rule: 'who_plays', seat: 2, params: { after: 0 } };
    expect(
      tell({ ...view, last: { ...last, entry: { type: 'join' }, ledger: [joined] } }, speech).title,
    ).toBe('Cleo joins, next after Ada');
  });

  it('says of a ship that stays where it has gone and what it is worth there', () => {
    expect(heard('sail-under').told.why).toBe('2 printed; Frigate under Ben’s Merchant: 1 point');
  });

  it('names whoever draws the first card after a table was taken over', () => {
    const { view, speech } = heard('start');
    expect(tell({ ...view, active: 2 }, speech).title).toBe('Cleo draws the first card');
  });

  it('says what each gains and loses by a tax', () => {
    expect(heard('tax').told.title).toBe('Cleo −6 +1, Dev −6');
  });

  it('names who follows after stopping', () => {
    expect(heard('trade').told).toEqual({ title: 'Ben stops with 6 cards', why: 'then Cleo, Dev, Ada' });
  });

  it('hands the turn over', () => {
    expect(heard('next-turn').told).toEqual({
      title: 'Cleo discovers',
      why: '4 leftover cards are discarded',
    });
  });

  it('says how many cards and why, in the words of the box', () => {
    const { view, speech } = heard('trade');
    expect(takesWhy(view, speech)).toBe('4 colors: 2 cards, Governor +1');
    const sabers = heard('mission');
    expect(takesWhy(sabers.view, sabers.speech)).toBe('4 flags: 2 cards, Governor +1');
    expect(sabers.speech.term('expedition')).toBe('Mission');
  });

  it('says that nobody takes nothing more who has taken nothing', () => {
    const { speech } = heard('trade');
    const passed = { why: 'passed', rule: 'pass', seat: 1 };
    expect(speech.title(passed)).toBe('Ben takes nothing');
    expect(speech.title({ ...passed, params: { taken: 1 } })).toBe('Ben takes nothing more');
  });

  it('calls one sword a sword, in the words of the box', () => {
    const { speech } = heard('trade');
    expect([speech.swords(1), speech.swords(2), heard('mission').speech.swords(1)]).toEqual([
      'sword',
      'swords',
      'saber',
    ]);
  });

  it('shows the sum of the swords that repel', () => {
    expect(swordSum(heard('repel').view, 1)).toBe('1 + 2');
  });

  it('says whose turn went bust, not whose turn it is now', () => {
    const { view, speech } = heard('bust');
    expect(headline(view, speech, bustLine(view)).join('')).toBe('Ben busts');
    expect(view.active).toBe(2);
  });

  it.each(LANGUAGES)(
    'says what is short of the whole sum, the coin for the active player included, %s',
    async (language) => {
      await speak(language);
      await speakRules();
      let dear = 0;
      for (const name of names) {
        const { view, speech } = heard(name);
        for (const { card, by, coins = 0, refusal } of view.allowed.filter(
          ({ type, refusal }) => type === 'take' && refusal,
        )) {
          if (!refusal || card?.kind !== 'person' || refusal.params['short'] === undefined) continue;
          const short = -coins - (view.players[by]?.coins ?? 0);
          expect(Number(refusal.params['short']), name).toBe(short);
          expect(speech.refusal(refusal, by)).toContain(String(short));
          if (refusal.code === 'CANNOT_AFFORD') expect(speech.refusal(refusal, by)).toContain(String(-coins));
          dear += 1;
        }
      }
      expect(dear).toBeGreaterThan(0);
    },
  );

  it.each(LANGUAGES)('leaves no gap in any sentence of any state, %s', async (language) => {
    await speak(language);
    await speakRules();
    for (const name of names) {
      const { view, speech, told } = heard(name);
      const lines = (view.last?.ledger ?? []).flatMap((line) => [
        speech.title(line),
        speech.why(line),
        speech.rule(line.rule),
      ]);
      const refusals = view.allowed.flatMap((template) =>
        template.refusal ? [speech.refusal(template.refusal, template.by)] : [],
      );
      for (const sentence of [
        ...lines,
        ...refusals,
        told.title,
        told.why,
        headline(view, speech, bustLine(view)).join(''),
      ]) {
        expect(sentence, `${name}: ${sentence}`).not.toMatch(/[{}]|undefined|\[object/);
      }
      for (const line of lines) expect(line).not.toBe('');
    }
  });
});
