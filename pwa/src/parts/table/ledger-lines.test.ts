import { beforeAll, describe, expect, it } from 'vitest';

import type { View } from '../../engine';
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
    expect(heard('discover').told).toMatchObject({
      title: 'Sailor joins',
      why: 'Ben pays 4: 5 − Mademoiselle 1',
    });
    const { view, speech } = heard('discover');
    const dearer = [
      { why: 'mademoiselle', count: -1 },
      { why: 'event', count: 1 },
    ];
    const [lying] = view.harbor.slice(-1);
    if (!lying) throw new Error('nobody there');
    expect(tell({ ...view, harbor: [{ ...lying, price: 5, price_by: dearer }] }, speech).why).toBe(
      'Ben pays 5: 5 − Mademoiselle 1 + Event 1',
    );
    const { price_by: _, ...plain } = lying;
    expect(tell({ ...view, harbor: [{ ...plain, price: 5 }] }, speech).why).toBe('Ben pays 5');
  });

  it('says of a ship drawn how many cards its colors give, or what another one would be', () => {
    const { view, speech } = heard('discover');
    const card = { kind: 'ship', color: 'red', swords: 3, coins: 2 } as const;
    const drawn = (colors: number, cards: number): View => ({
      ...view,
      harbor: [{ index: 0, card }],
      takes: { seat: 1, total: cards, left: cards, colors, by_colors: cards, extra: 0, reasons: [] },
      last: {
        revision: 9,
        entry: { type: 'draw', card },
        reason: 'PLACED',
        ledger: [{ why: 'placed', rule: 'draw', params: { card } }],
      },
    });
    expect(tell(drawn(2, 1), speech)).toMatchObject({ title: 'Frigate joins', why: 'another Frigate: bust' });
    expect(tell(drawn(4, 2), speech).why).toBe('4 colors: 2 cards');
    expect(tell(drawn(5, 3), speech).why).toBe('5 colors: 3 cards');
  });

  it('says what a claim brings in coins and points, and of what those are', () => {
    const { view, speech } = heard('discover');
    const card = { kind: 'expedition', need: ['cross', 'cross'], vp: 4, coins: 2 };
    const params = { card, discard: ['priest', 'priest'], points: 2, given_up: 2 };
    const claim = { why: 'expedition', rule: 'expedition_claim', seat: 1, coins: 2, params };
    const last = { revision: 9, reason: 'OK', entry: { type: 'claim_expedition' } } as const;
    expect(tell({ ...view, last: { ...last, ledger: [claim] } } as View, speech)).toEqual({
      title: 'Ben claims',
      why: 'Expedition 4, 2 × Priest −2',
      clauses: ['Expedition 4, 2 × Priest −2'],
      gains: { coins: 2, points: 2 },
    });
    const end = { why: 'end_triggered', rule: 'end_trigger', seat: 1, params: { vp: 13 } };
    expect(tell({ ...view, last: { ...last, ledger: [claim, end] } } as View, speech)).toMatchObject({
      title: 'Ben claims',
      clauses: ['13 points: the last round', 'Expedition 4, 2 × Priest −2'],
    });
  });

  it('says how many swords repel, and what stays', () => {
    const { view, speech } = heard('discover');
    const card = { kind: 'ship', color: 'red', swords: 2, coins: 2 };
    const line = {
      why: 'repelled',
      rule: 'repel',
      seat: 1,
      params: { card, swords: 3, needed: 2, cards: 5 },
    };
    const last = { revision: 9, reason: 'REPELLED', entry: { type: 'repel' }, ledger: [line] };
    expect(tell({ ...view, last } as View, speech)).toMatchObject({
      title: 'Frigate repelled',
      why: '2 of 3 swords; 5 cards left',
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
    expect(tell(ruled, speech)).toMatchObject({
      title: 'From now on: Just-hired Governor, at once',
      why: 'agreed by the table; before it was from the next time',
    });
    const joined = { why: 'joined', rule: 'who_plays', seat: 2, params: { after: 0 } };
    expect(
      tell({ ...view, last: { ...last, entry: { type: 'join' }, ledger: [joined] } }, speech).title,
    ).toBe('Cleo joins, next after Ada');
    const seated = [
      { why: 'starts', rule: 'turn_order', seat: 2 },
      { why: 'seated', rule: 'turn_order', params: { seats: [2, 0, 1] } },
    ];
    expect(tell({ ...view, last: { ...last, entry: { type: 'seats' }, ledger: seated } }, speech).title).toBe(
      'New seating: Cleo, Ada, and Ben',
    );
    const renamed = { why: 'renamed', rule: 'who_plays', seat: 1, params: { from: 'Player 2', to: 'Ben' } };
    expect(
      tell({ ...view, last: { ...last, entry: { type: 'rename' }, ledger: [renamed] } }, speech).title,
    ).toBe('Player 2 is now Ben');
  });

  it('says of a ship that stays where it has gone and what it is worth there', () => {
    expect(heard('sail-under').told.why).toBe('+2 coins; Frigate under Ben’s Merchant: 1 point');
  });

  it('names whoever draws the first card after a table was taken over', () => {
    const { view, speech } = heard('start');
    expect(tell({ ...view, active: 2 }, speech).title).toBe('Cleo draws the first card');
  });

  it('says who gains by a tax, and from how many coins on who loses', () => {
    expect(heard('tax').told).toMatchObject({
      title: 'Tax Increase: Cleo +1',
      why: '12 or more: Cleo, Dev −6',
    });
  });

  it('names who follows after stopping', () => {
    expect(heard('trade').told).toMatchObject({
      title: 'Ben stops with 6 cards',
      why: 'then Cleo, Dev, Ada',
    });
  });

  it('hands the turn over', () => {
    expect(heard('next-turn').told).toMatchObject({
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

  it('says who takes after somebody who takes nothing', () => {
    const { view, speech } = heard('trade-other');
    const ledger = [{ why: 'passed', rule: 'pass', seat: 2 }];
    const last = { revision: 9, entry: { type: 'pass' }, reason: 'PASSED', ledger };
    expect(tell({ ...view, last } as View, speech)).toMatchObject({
      title: 'Cleo takes nothing',
      why: 'then Dev, Ada',
    });
  });

  it('names who takes in whose turn', () => {
    const { view, speech } = heard('trade-other');
    expect(headline(view, speech, undefined).join('')).toBe('Dev takes in Ben’s turn');
    const own = heard('trade');
    expect(headline(own.view, own.speech, undefined).join('')).toBe('Ben trades and hires');
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
