import { stepping } from '../../engine/module-view';
import type { Walks } from '../../parts/modules/walks';
import AgainCharacter from './AgainCharacter.svelte';
import AgainCoins from './AgainCoins.svelte';
import AgainMonth from './AgainMonth.svelte';
import ChapterEnd from './ChapterEnd.svelte';
import CompleteUnread from './CompleteUnread.svelte';
import EventKeys from './EventKeys.svelte';
import FourMissions from './FourMissions.svelte';
import LearnCrowns from './LearnCrowns.svelte';
import LearnEvent from './LearnEvent.svelte';
import LearnMission from './LearnMission.svelte';
import LearnNine from './LearnNine.svelte';
import MonthsEnd from './MonthsEnd.svelte';
import Hand from './Hand.svelte';
import { isLast } from './month';
import { says } from './says';
import SetUp from './SetUp.svelte';
import Story from './Story.svelte';

const SETTING = ['characters', 'coins', 'missions'];

export default {
  page(view) {
    if (view.phase === 'game_over') return undefined;
    const { steps = [], countdowns = [] } = stepping(view);
    const setting = steps.some(({ id }) => SETTING.includes(id));
    if (setting && steps.some(({ state }) => state === 'open')) return SetUp;
    return steps.some(({ state }) => state === 'open') || countdowns.some(isLast) ? MonthsEnd : undefined;
  },
  pad: (view) =>
    view.allowed.some(({ type, allowed }) => type === 'reveal_event' && allowed) ? EventKeys : undefined,
  padTold: (_view, speech) => ({ title: says(speech, 'event.ask'), why: says(speech, 'event.ask_why') }),
  enters: [
    'reveal_event',
    'months_end',
    'flip_events',
    'buy_marker',
    'read_story',
    'choose_character',
    'share_coins',
    'lay_missions',
  ],
  learn: { mission: LearnMission, crown_track: LearnCrowns, card_nine: LearnNine, event: LearnEvent },
  completes: CompleteUnread,
  again: {
    choose_character: { step: AgainCharacter },
    share_coins: { step: AgainCoins },
    read_story: { step: Story, about: 'story' },
    lay_missions: { step: FourMissions },
    reveal_event: { step: EventKeys },
    months_end: { step: AgainMonth },
    learn_mission: { step: LearnMission, about: 'mission' },
    learn_crowns: { step: LearnCrowns },
    learn_card_nine: { step: LearnNine },
  },
  hand: (view) =>
    view.phase !== 'game_over' && view.goals?.some(({ kind }) => kind === 'mission') ? Hand : undefined,
  byHand: ({ last, countdowns = [] }) =>
    last?.entry?.type === 'reveal_event' &&
    countdowns.some(({ events = [] }) =>
      events.some(
        ({ state, effects = [] }) =>
          state === 'now' && effects.some(({ when, what }) => when === 'now' && what === 'by_hand'),
      ),
    ),
  ended: (view) => (view.ended?.why === 'chapter_end' ? ChapterEnd : undefined),
} satisfies Walks;
