import { beforeAll, describe, expect, it, vi } from 'vitest';

import { personDrawing } from '../../drawings/sprite';
import { around, tableOf } from '../../fixtures/at-table';
import { fireEvent, render } from '../../fixtures/render';
import { fixture, library } from '../../fixtures/views';
import Face from '../../parts/Face.svelte';
import Question from '../../parts/modules/Question.svelte';
import { askedFor } from '../../parts/modules/question';
import { abilities } from '../../parts/table/abilities';
import { Box } from '../../parts/table/box';
import Choice from '../../parts/table/Choice.svelte';
import { cardLabel } from '../../parts/table/labels';
import { alike, begin, colored, made, NONE, signed } from '../../parts/table/learning';
import Pad from '../../screens/table/Pad.svelte';
import PlayerLine from '../../parts/players/PlayerLine.svelte';
import { begin as opened, say } from '../../parts/table/saying';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';

const view = fixture('gift');
const speech = new Speech(view.edition, view.players);
const box = new Box(library.catalogue, view.unseen);
const KINDS = ['clerk', 'vice_admiral', 'gunner'];

function pad(): HTMLElement {
  return render(Pad, { view, box, speech }, around(tableOf(view))).container;
}

describe('the new persons and ships', () => {
  beforeAll(async () => {
    await speak('en');
    await speakRules('en');
  });

  it('have drawings of their own, and keys in a sixth column that moves none of the others', () => {
    expect(KINDS.map(personDrawing)).toEqual(KINDS);
    const keys = [...pad().querySelectorAll<HTMLElement>('[data-opens]')].map((one) => one.dataset['opens']);
    expect([keys[10], keys[16], keys[20]]).toEqual(KINDS.map((type) => `person:${type}`));
    expect(keys).not.toContain('more:');
  });

  it('ask which Clerk as they ask which Trader: below his color, with his own drawing', () => {
    const { container } = render(Choice, {
      asked: { kind: 'person', type: 'clerk' },
      printed: box.persons('clerk'),
      at: { view, forecast: () => Promise.resolve(null) },
      view,
      speech,
      ondraw: vi.fn(),
      onback: vi.fn(),
    });
    const clerks = [...container.querySelectorAll('.five .pair[data-pick]')];
    expect(clerks).toHaveLength(5);
    for (const one of clerks) expect(one.querySelector('.dk2 use')?.getAttribute('href')).toMatch(/#clerk$/);
    expect(colored({ kind: 'person', type: 'clerk' }, box)).toBe(true);
    expect(colored({ kind: 'person', type: 'gunner' }, box)).toBe(false);
  });

  it('tell a ship with a gift from one without: on its face, in words, and among the printed numbers', () => {
    const [gift, plain] = view.harbor.map(({ card }) => card);
    if (!gift || !plain) throw new Error('no ships');
    expect(render(Face, { card: gift }).container.querySelector('.gft use')?.getAttribute('href')).toMatch(
      /#gift$/,
    );
    expect(render(Face, { card: plain }).container.querySelector('.gft')).toBeNull();
    expect(cardLabel(gift, speech)).toMatch(/, and a coin for somebody else$/);
    expect(cardLabel(plain, speech)).not.toContain('somebody');
    const ships = box.ships('green').filter(({ card }) => card.swords === 3 && card.coins === 3);
    expect(ships.map(({ card }) => card.gift ?? false).sort()).toEqual([false, true]);
    const { container } = render(Choice, {
      asked: { kind: 'ship', color: 'green' },
      printed: box.ships('green'),
      at: { view, forecast: () => Promise.resolve(null) },
      view,
      speech,
      ondraw: vi.fn(),
      onback: vi.fn(),
    });
    expect(
      ships.map(({ card }) => container.querySelector(`[data-pick="${card.id}"] .sign`) !== null),
    ).toEqual(ships.map(({ card }) => card.gift ?? false));
  });

  it('are learned with their gift, and a box without them asks for none', () => {
    const kind = { kind: 'ship', color: 'green' } as const;
    const card = made(kind, box, { ...begin(kind, box), swords: 3, coins: 3, gift: 'gift' });
    expect(alike(kind, box, card)?.card).toHaveProperty('gift', true);
    expect(
      alike(kind, box, made(kind, box, { ...begin(kind, box), swords: 3, coins: 3, gift: NONE }))?.card,
    ).not.toHaveProperty('gift');
    expect(signed(box)).toEqual(['gift']);
    expect(signed(new Box(library.catalogue, fixture('discover').unseen))).toEqual([]);
  });

  it('ask who gets the coin, with what each has before and after it, and enter the seat', async () => {
    const trade = fixture('gift-trade');
    const template = trade.allowed.find((one) => one.type === 'take' && one.asks);
    if (!template) throw new Error('no gift');
    const saying = opened(template);
    const question = askedFor(saying, trade, speech);
    if (!question) throw new Error('nothing asked');
    expect(question.told.title).toBe('Who else gets a coin?');
    const onanswer = vi.fn();
    const { container } = render(Question, {
      question,
      view: trade,
      speech,
      busy: false,
      onanswer,
      onback: vi.fn(),
    });
    const others = trade.players.filter(({ seat }) => seat !== template.by);
    const told = others.map(({ name, vp, coins }) => [
      name,
      `${vp} points, ${coins} coins, ${coins + 1} with it`,
    ]);
    expect(
      [...container.querySelectorAll('[data-answer]')].map((one) => [
        one.querySelector('b')?.textContent,
        one.querySelector('.fig2 .sr')?.textContent,
      ]),
    ).toEqual(expect.arrayContaining(told));
    const [first] = others;
    await fireEvent.click(container.querySelector(`[data-answer="${first?.seat}"]`) as Element);
    expect(say(saying, onanswer.mock.calls[0]?.[0].value).entry).toMatchObject({
      type: 'take',
      gift_to: first?.seat,
    });
  });

  it('are told on the page of what a player can do', () => {
    const display = KINDS.map((type) => box.persons(type)[0]?.card).filter((card) => card !== undefined);
    const [player] = view.players;
    if (!player) throw new Error('nobody');
    const found = abilities({ ...view, allowed: [] }, { ...player, display, expeditions: [] }, speech);
    expect(found.map(({ title }) => title)).toEqual([
      '1 more card after a matching trade',
      '1 coin with 3 or 4 cards',
      'Ships minus 1 in coins',
    ]);
  });

  it('are all named on the line of whose part follows, also where several pay', () => {
    const [, player] = view.players;
    if (!player) throw new Error('nobody');
    const line = (part: object): string =>
      render(PlayerLine, {
        player,
        view,
        speech,
        lit: false,
        follows: { place: 1, part: { seat: 1, cards: 4, ...part } as never },
        change: undefined,
        onopen: vi.fn(),
        onseat: null,
      }).container.textContent;
    expect(line({ coins: 3, why: 'gunner', count: 1 })).toContain('Gunner +3 for the ships');
    const both = {
      coins: 5,
      why: 'gunner',
      count: 1,
      pays: [
        { why: 'gunner', coins: 3, count: 1 },
        { why: 'vice_admiral', coins: 2, count: 2 },
      ],
    };
    expect(line(both)).toContain('Gunner +3 for the ships and Vice Admirals +2 at 4 cards');
    expect(line(both)).toContain('+5');
  });

  it.each([
    [1, '1 coin'],
    [2, '2 coins'],
  ])('what a Vice Admiral pays is said as the group plays it: %s', (amount, said) => {
    const played = Speech.at({ ...view, options: { vice_admiral_amount: amount } });
    expect(played.rule('vice_admiral')).toContain(`on another player’s turn, ${said} each`);
  });
});
