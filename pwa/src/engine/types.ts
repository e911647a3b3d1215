/**
 * What the engine tells, as the API's specification has it (`api.d.ts` is written from that: `npm run api`). Here is only
 * what things are called in this app, and what is its own.
 */

import type { Accept, Box, Card, Change, Countdown, Entry as Told, Goal as PlainGoal, Insert, Line, Need as PlainNeed, Played as PlainPlayed, Remove, Replace, Undo, View as PlainView } from './api';

export type {
  Ask, Bonus, Card, Catalogue, Citation, Consequences, Edition, Editions, Ended, Expedition, HarborCard, Kept, LedgerLine, Lying,
  Marked, Mix, OptionInfo, Params, Part, Pending, Person, Phase, Player, PrintedCard, Rule, Score, ScoreItem, Ship, Space, Taken, Takes, Tax,
  Template, Unpacking, Value, Way,
} from './api';
export type {
  Badge as BadgeInfo, Box as TableBox, Decision as DecisionInfo, Last as LastEntry,
  OwnCard as OwnRow, Refusal as RefusalInfo, Symbol as Need, Team as TeamNeed, Track as TrackInfo, UnpackedSet, UnpackingStep, Where as Place,
} from './api';

export type Requirement = PlainNeed & { times?: number };
export type Goal = Omit<PlainGoal, 'need'> & { need: Requirement[]; progress?: { seat: number; have: number; need: number }[]; active_only?: boolean; later?: boolean; seal?: { n: number; letter: string } };
export type CountdownInfo = Countdown & { aside?: number; points?: number; title?: string | null; due?: boolean };
export type Markers = { free: number; waiting: number; placed: number };
/** What lies in the box to be laid out before anything else is played. */
export type Laying = { module: string; kind: string; count: number; pool: Goal[] };
export type Played = PlainPlayed & { ways?: { way: string; least: number; most: number }[] };
export type View = Omit<PlainView, 'goals' | 'countdowns'> & {
  goals?: Goal[]; countdowns?: CountdownInfo[]; laying?: Laying;
  markers?: Record<string, Markers>; contract_points?: Record<string, number>; kept?: Record<string, string[]>;
};

/** Of a ship, or of who trades with it; modules may add one. */
export type Color = 'yellow' | 'blue' | 'green' | 'red' | 'black' | (string & {});

/** What goes to the engine: as it tells an entry itself, its cards also by their ids, options as they were chosen. */
export type Entry = Omit<Told, 'card' | 'cards' | 'options'> & { card?: Card | string; cards?: (Card | string)[]; options?: Record<string, unknown> };

type Entering<T> = T extends { entry: Told } ? Omit<T, 'entry'> & { entry: Entry } : T extends { entries: Told[] } ? Omit<T, 'entries'> & { entries: Entry[] } : T;

export type Correction = Entering<Undo | Change | Remove | Insert | Replace | Accept>;

/** What a group's box holds otherwise than the catalogue says. */
export type OwnBox = Omit<Box, 'holds'>;

export interface Setup {
  edition: string;
  modules: string[];
  options?: Record<string, unknown>;
  players: string[];
  situation?: Record<string, unknown>;
  box?: OwnBox;
}

/** Whose phone: a player's by the seat, the keeper's, or, as long as nobody else knows of the line, this one. */
export type Phone = NonNullable<Line['phone']> | 'this';

/** A line of the log, as it is signed on this phone. */
export type LogLine = Omit<Line, 'phone'> & { phone?: Phone };
