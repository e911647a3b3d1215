import type { Component } from 'svelte';

import AboutSheet from './AboutSheet.svelte';
import AccountSheet from './AccountSheet.svelte';
import BoxSheet from './BoxSheet.svelte';
import CheckSheet from './CheckSheet.svelte';
import CoachSheet from './CoachSheet.svelte';
import CrewSheet from './CrewSheet.svelte';
import DoubtSheet from './DoubtSheet.svelte';
import ElseSheet from './ElseSheet.svelte';
import EventsSheet from './EventsSheet.svelte';
import ExpeditionsSheet from './ExpeditionsSheet.svelte';
import GoalWrongSheet from './GoalWrongSheet.svelte';
import GoalsSheet from './GoalsSheet.svelte';
import HandSheet from './HandSheet.svelte';
import HouseSheet from './HouseSheet.svelte';
import InviteSheet from './InviteSheet.svelte';
import KeepingSheet from './KeepingSheet.svelte';
import LookSheet from './LookSheet.svelte';
import MenuSheet from './MenuSheet.svelte';
import NotSheet from './NotSheet.svelte';
import OnTopSheet from './OnTopSheet.svelte';
import OtherSheet from './OtherSheet.svelte';
import PausedSheet from './PausedSheet.svelte';
import PaySheet from './PaySheet.svelte';
import ReadSheet from './ReadSheet.svelte';
import SlipSheet from './SlipSheet.svelte';
import StartsSheet from './StartsSheet.svelte';
import WeighedSheet from './WeighedSheet.svelte';
import WhySheet from './WhySheet.svelte';

/** What may lie over the table: each opens by its name, with what it takes. */
export const SHEETS = {
  why: WhySheet,
  about: AboutSheet,
  not: NotSheet,
  else: ElseSheet,
  weighed: WeighedSheet,
  account: AccountSheet,
  check: CheckSheet,
  hand: HandSheet,
  slip: SlipSheet,
  expeditions: ExpeditionsSheet,
  pay: PaySheet,
  look: LookSheet,
  starts: StartsSheet,
  goal: GoalsSheet,
  'goal-wrong': GoalWrongSheet,
  events: EventsSheet,
  read: ReadSheet,
  'on-top': OnTopSheet,
  other: OtherSheet,
  menu: MenuSheet,
  keeping: KeepingSheet,
  crew: CrewSheet,
  house: HouseSheet,
  coach: CoachSheet,
  paused: PausedSheet,
  box: BoxSheet,
  doubt: DoubtSheet,
  invite: InviteSheet,
};

type Sheets = typeof SHEETS;
/** What a sheet takes; some take nothing. */
type Takes<One> =
  One extends Component<infer Props> ? (Props extends Record<string, never> ? unknown : Props) : never;
/** A sheet by its name, with what it is about. */
export type Open = { [Name in keyof Sheets]: { sheet: Name } & Takes<Sheets[Name]> }[keyof Sheets];
