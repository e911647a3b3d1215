import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Component } from 'svelte';

import type { View } from '../../engine';
import { cleanup, fireEvent, render } from '../../fixtures/render';
import byhand from '../../fixtures/views/adv-by-hand.json';
import coins from '../../fixtures/views/adv-coins.json';
import event from '../../fixtures/views/adv-event.json';
import unread from '../../fixtures/views/adv-event-unread.json';
import finished from '../../fixtures/views/adv-finished.json';
import fist from '../../fixtures/views/adv-fist.json';
import glass from '../../fixtures/views/adv-glass.json';
import last from '../../fixtures/views/adv-last.json';
import lost from '../../fixtures/views/adv-lost.json';
import still from '../../fixtures/views/adv-still.json';
import stillGlass from '../../fixtures/views/adv-still-glass.json';
import setup from '../../fixtures/views/adv-setup.json';
import story from '../../fixtures/views/adv-story.json';
import two from '../../fixtures/views/adv-month-two.json';
import {
  bringWalks,
  byHand,
  endOf,
  handOf,
  learnOf,
  padOf,
  pageOf,
} from '../../parts/modules/bring-walks.svelte';
import { followed, NOTHING, setupBox } from '../../engine/own-box';
import { followedBy } from '../../stores/campaigns';
import { asContext, Drafts } from '../../stores/drafts.svelte';
import { Speech } from '../../words/speech';
import { speak, speakRules } from '../../words/words.svelte';

const as = (view: unknown): View => view as View;

/** Steps find again what was left of them in `drafts`. */
function show(
  made: Component<never> | undefined,
  view: View,
  more: Record<string, unknown> = {},
  drafts = new Drafts('ABC'),
) {
  const onenter = vi.fn();
  const onlearn = vi.fn();
  const props = {
    view,
    speech: new Speech(view.edition, view.players),
    busy: false,
    enters: true,
    ask: vi.fn(),
    onenter,
    onlearn,
    onclose: vi.fn(),
    ...more,
  };
  const { container } = render(
    made as Component<Record<string, unknown>>,
    props,
    new Map([asContext(drafts)]),
  );
  const tap = async (selector: string) =>
    fireEvent.click(container.ownerDocument.querySelector(selector) as Element);
  return { container, onenter, onlearn, tap };
}

beforeAll(async () => {
  // The tests' browser has no dialogs.
  HTMLDialogElement.prototype.showModal = vi.fn();
  HTMLDialogElement.prototype.close = vi.fn();
  await speak('en');
  await Promise.all([speakRules(), bringWalks()]);
});

describe('what stands in the place of table and pad', () => {
  test('the set-up and the end of a month take the page, an event the pad, and then the game goes on', () => {
    for (const view of [setup, coins, story, last, fist].map(as)) expect(pageOf(view)).toBeDefined();
    expect(pageOf(as(event))).toBeUndefined();
    expect(padOf(as(event))).toBeDefined();
    expect(padOf(as(two))).toBeUndefined();
    expect(endOf(as(lost))).toBeDefined();
  });
});

describe('the end of a month', () => {
  test('shows the events turned over unshuffled: a new one on top, then the first to the last, Month’s End below', () => {
    // 004 Phase 0: the discard pile is flipped over, and a new card is placed on top.
    const { container } = show(pageOf(as(fist)) as never, as(fist));
    const shown = [...container.querySelectorAll<HTMLElement>('.deck > *')].map(
      (one) => one.textContent?.trim() ?? '',
    );
    expect(shown[1]).toContain('coins');
    expect(shown[2]).toContain('hires');
    expect(shown[3]).toContain('Cutlasses');
  });
});

describe('before the first turn', () => {
  test('a character is given to the lit player, with what is printed read off', async () => {
    const { onenter, tap } = show(pageOf(as(setup)) as never, as(setup));
    await tap('[data-character="don_ferdinando"]');
    await tap('[data-read="color red"]');
    await tap('[data-read="coins 4"]');
    expect(onenter).toHaveBeenCalledWith(
      expect.objectContaining({
        type: 'choose_character',
        by: 1,
        character: 'don_ferdinando',
        color: 'red',
        coins: 4,
      }),
    );
  });

  test('the coins of a lost try are shared to the last one', async () => {
    const { container, onenter, tap } = show(pageOf(as(coins)) as never, as(coins));
    expect(container.querySelector<HTMLButtonElement>('.foot .go')?.disabled).toBe(true);
    await tap('[data-more="1"]');
    await tap('[data-more="2"]');
    await tap('[data-more="2"]');
    await tap('.foot .go');
    expect(onenter).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'share_coins', coins: { 0: 0, 1: 1, 2: 2 } }),
    );
  });

  test('a story card says by kind what is shuffled in', async () => {
    const { onenter, tap } = show(pageOf(as(story)) as never, as(story));
    await tap('[data-add="ares"]');
    await tap('[data-add="ares"]');
    await tap('.foot .go');
    expect(onenter).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'read_story', story: '10', adds: { 'adventure.unknown.ares': 2 } }),
    );
  });
});

describe('in a month', () => {
  test('a new event is told by what it does, and the sentence reads it back', async () => {
    const { container, onenter, tap } = show(padOf(as(event)) as never, as(event));
    await tap('[data-event="new"]');
    await tap('[data-effect="trade"]');
    expect(container.ownerDocument.querySelector('.sheet .readback')?.textContent).toBe(
      'Everybody: ships pay +1',
    );
    await tap('[data-done]');
    expect(onenter).toHaveBeenCalledWith(
      expect.objectContaining({
        type: 'reveal_event',
        effects: [{ when: 'trade_hire', what: 'trade', count: 1, who: 'all' }],
      }),
    );
  });

  test('the hourglass is read off once, and brass goes on', async () => {
    const { onenter, tap } = show(pageOf(as(last)) as never, as(last));
    await tap('[data-glass="asks"]');
    for (const digit of ['1', '2']) await tap(`[data-digit="${digit}"]`);
    await tap('.foot .go');
    expect(onenter).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'months_end', hourglass: { asks: '10', done: '12' } }),
    );
  });

  test('what was typed of an hourglass is still there after card 9 was read in the middle of it', async () => {
    const drafts = new Drafts('ABC');
    const { tap } = show(pageOf(as(glass)) as never, as(glass), {}, drafts);
    await tap('[data-glass="asks"]');
    for (const digit of ['1', '6']) await tap(`[data-digit="${digit}"]`);
    cleanup();
    const { container } = show(pageOf(as(glass)) as never, as(glass), {}, drafts);
    expect(container.querySelector('[data-field="done"] b')?.textContent).toBe('16');
  });

  test('what can still be completed comes first, lit with whose it is, with both ways readable; brass completes it', async () => {
    const onchoose = vi.fn();
    const { container, onenter, tap } = show(pageOf(as(still)) as never, as(still), { onchoose });
    expect([...container.querySelectorAll('.still')].map((one) => one.classList.contains('lit'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(container.querySelector('[data-still="mission.10"]')?.textContent).toContain(
      'Ben can complete it now',
    );
    expect([...container.querySelectorAll('.two-ways b')].map((one) => one.textContent)).toEqual([
      'done: card 13',
      'open: card 12',
    ]);
    await tap('[data-complete]');
    expect(onchoose).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'complete_mission', by: 1, mission: '10' }),
    );
    await tap('[data-go-on]');
    expect(onenter).toHaveBeenCalledWith(expect.objectContaining({ type: 'months_end' }));
  });

  test('an hourglass that nobody has read is read once nobody completes anything more', async () => {
    const { container, onenter, tap } = show(pageOf(as(stillGlass)) as never, as(stillGlass));
    expect(container.querySelector('[data-hourglass]')).toBeNull();
    await tap('[data-go-on]');
    expect(onenter).not.toHaveBeenCalled();
    expect(container.querySelector('[data-hourglass]')).not.toBeNull();
    await tap('[data-still-all]');
    expect(container.querySelector('[data-complete]')).not.toBeNull();
  });

  test('the new event comes first in the fan, then the others as they were turned up, the moon last', () => {
    const { container } = show(pageOf(as(fist)) as never, as(fist));
    const fan = [...container.querySelectorAll('.deck li')].map((one) => one.textContent);
    expect(fan.slice(0, 3)).toEqual(['not known yet', 'Everybody: coins +1', 'Everybody: hires cost +1']);
    expect(fan.at(-1)).toBe('Month’s End');
  });

  test('with a fist each may pay 8 once, who is short is told so, and nobody else goes on', async () => {
    const { container, onenter, tap } = show(pageOf(as(fist)) as never, as(fist));
    expect(container.querySelectorAll('.pay.done')).toHaveLength(1);
    expect(container.querySelector('.pay.no')?.textContent).toBe('3 coins short');
    await tap('[data-pays="0"]');
    expect(onenter).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'buy_marker', by: 0 }));
    await tap('.foot .go');
    expect(onenter).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'flip_events' }));
  });
});

describe('learned once', () => {
  test('a mission is built from its icons', async () => {
    const { onenter, tap } = show(learnOf('mission') as never, as(two), { id: '16' });
    await tap('[data-icon="item"]');
    await tap('.sheet [data-icon="book_of_rituals"]');
    await tap('[data-give="book_of_rituals true"]');
    await tap('[data-icon="swords"]');
    await tap('[data-first="coins 1"]');
    await tap('[data-crowns="2"]');
    await tap('.foot .go');
    expect(onenter).toHaveBeenCalledWith({
      type: 'learn_mission',
      mission: '16',
      need: [
        { what: 'book_of_rituals', count: 1, give: true },
        { what: 'swords', count: 1 },
      ],
      first: { coins: 1 },
      crowns: 2,
    });
  });

  test('card 9 is typed, line by line', async () => {
    const { onenter, tap } = show(learnOf('card_nine') as never, as(two), { id: '3' });
    await tap('[data-digit="7"]');
    await tap('[data-line="points"]');
    for (const digit of ['1', '8']) await tap(`[data-digit="${digit}"]`);
    await tap('.foot .go');
    expect(onenter).toHaveBeenCalledWith({ type: 'learn_card_nine', markers: 7, points: 18 });
  });

  test('an event that was turned up unread', async () => {
    const { onenter, tap } = show(learnOf('event') as never, as(unread), { id: '2' });
    await tap('[data-effect="swords"]');
    await tap('[data-done]');
    expect(onenter).toHaveBeenCalledWith({
      type: 'learn_event',
      place: 2,
      effects: [{ when: 'discover', what: 'swords', count: 1, who: 'active' }],
    });
  });

  test('six spaces of the crown card, in order', async () => {
    const { onenter, tap } = show(learnOf('crown_track') as never, as(two));
    for (const space of [5, 2, 8, 12, 17, 23]) await tap(`[data-space="${space}"]`);
    await tap('.foot .go');
    expect(onenter).toHaveBeenCalledWith({ type: 'learn_crowns', spaces: [2, 5, 8, 12, 17, 23] });
  });

  test('the next set-up of the box has it', () => {
    const seen = (two as unknown as View).box ?? undefined;
    expect(setupBox(followed(NOTHING, undefined, seen)).facts).toEqual(
      (seen as unknown as { facts: unknown }).facts,
    );
  });
});

describe('counted by hand', () => {
  const hand = () =>
    show(handOf(as(byhand)) as never, as(byhand), {
      done: true,
      ask: vi.fn().mockResolvedValue({ ledger: [], view: as(byhand) }),
    });

  test('comes after an event that the phone cannot say, and only then', () => {
    expect(byHand(as(byhand))).toBe(true);
    for (const view of [event, unread, two]) expect(byHand(as(view))).toBe(false);
    expect(handOf(as(setup))).toBeUndefined();
  });

  test('coins, crowns and items are one entry with only what has changed, said before', async () => {
    const { container, onenter, tap } = hand();
    expect(container.querySelector('[data-counted]')).toBeNull();
    await tap('[data-more="coins 1"]');
    await tap('[data-less="crowns 1"]');
    await tap('[data-item="1 bread"]');
    await tap('[data-adding="0"]');
    await tap('[data-add="0 rum"]');
    const said = [...container.querySelectorAll('.note1')].map((one) =>
      one.textContent?.replace(/\s+/g, ' ').trim(),
    );
    expect(said).toEqual(['AAda with Rum', 'BBen +1 coin, −1 Crown, and without Bread']);
    expect(container.querySelectorAll('.mst.ch2')).toHaveLength(2);
    await tap('[data-counted]');
    expect(onenter).toHaveBeenCalledWith({
      type: 'count',
      coins: { 1: 5 },
      crowns: { 1: 2 },
      items: { 0: ['rum', 'rum'], 1: ['book_of_rituals', 'medicinal_herbs'] },
    });
  });

  test('markers on missions, those that were paid away and events left too', async () => {
    const { onenter, tap } = hand();
    await tap('[data-more-of-it]');
    await tap('[data-marker="15 0"]');
    await tap('[data-more="paid 2"]');
    await tap('[data-less="events"]');
    await tap('[data-counted]');
    expect(onenter).toHaveBeenCalledWith({
      type: 'count',
      mission_markers: { 0: { 15: 1 } },
      markers_paid: { 2: 1 },
      events_left: 0,
    });
  });
});

describe('over the evenings', () => {
  test('a lost chapter is tried again with the cards that were added, and an older table changes nothing', () => {
    const first = followedBy(undefined, 'ABC', as(lost));
    expect(first?.standing).toMatchObject({ chapter: 1, lost: 2, won: [] });
    const again = followedBy(first, 'DEF', as(event));
    expect(again?.standing.lost).toBe(1);
    expect(followedBy(again, 'ABC', as(lost))).toBe(again);
  });

  test('says nothing of a round that was played to its end, and adds up no rivals’ points', () => {
    const speech = new Speech('bigbox', as(lost).players);
    expect(speech.told({ why: 'game_over', rule: 'chapter_end', params: { lost: true } })).toEqual({
      title: 'The game is lost',
      why: 'for everybody',
    });
    expect(speech.told({ why: 'game_over', rule: 'last_round', params: {} }).why).toBe(
      'everybody has had the same number of turns',
    );
    expect(followedBy(undefined, 'ABC', as(lost))?.evenings[0]?.points).toBe(
      as(lost).players.reduce((sum, { vp }) => sum + vp, 0),
    );
    expect(followedBy(undefined, 'ABC', as(finished))?.evenings[0]).not.toHaveProperty('points');
  });

  test('the end says what was had and needed', () => {
    const { container } = show(endOf(as(lost)) as never, as(lost), {
      score: {},
      code: 'ABC',
      onagain: vi.fn(),
      onshare: vi.fn(),
    });
    expect([...container.querySelectorAll('.chk .f2')].map((one) => one.textContent)).toEqual([
      '0 of 1',
      '0 of 7',
      '0 of 18',
    ]);
  });
});
