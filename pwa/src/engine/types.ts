/**
 * What the engine tells, as the API's specification has it (`api.d.ts` is written from that: `npm run api`). Here is only
 * what things are called in this app, and what is its own.
 */

import type { Standing } from './module-view';
import type { Accept, Box, Card, Change, Entry as Told, Insert, Line, Remove, Replace, Undo } from './api';

export type {
  Ask,
  Bonus,
  Card,
  Catalogue,
  Citation,
  Consequences,
  Edition,
  Editions,
  Ended,
  Expedition,
  Goal,
  HarborCard,
  Kept,
  Laying,
  LedgerLine,
  Lying,
  Marked,
  Markers,
  Mix,
  OptionInfo,
  Params,
  Part,
  Pending,
  Person,
  Phase,
  Played,
  Player,
  PrintedCard,
  Rewards,
  Rule,
  Score,
  ScoreItem,
  Ship,
  Space,
  Taken,
  Takes,
  Tax,
  Template,
  Unpacking,
  Value,
  View,
  Waits,
  Way,
} from './api';
export type {
  Badge as BadgeInfo,
  Box as TableBox,
  Countdown as CountdownInfo,
  Decision as DecisionInfo,
  Last as LastEntry,
  Need as Requirement,
  OwnCard as OwnRow,
  Refusal as RefusalInfo,
  Symbol as Need,
  Team as TeamNeed,
  Track as TrackInfo,
  UnpackedSet,
  UnpackingStep,
  Where as Place,
} from './api';

/** Of a ship, or of who trades with it; modules may add one. */
export type Color = 'yellow' | 'blue' | 'green' | 'red' | 'black' | (string & {});

/** What goes to the engine: as it tells an entry itself, its cards also by their ids, options as they were chosen. */
export type Entry = Omit<Told, 'card' | 'cards' | 'options'> & {
  card?: Card | string;
  cards?: (Card | string)[];
  options?: Record<string, unknown>;
};

type Entering<T> = T extends { entry: Told }
  ? Omit<T, 'entry'> & { entry: Entry }
  : T extends { entries: Told[] }
    ? Omit<T, 'entries'> & { entries: Entry[] }
    : T;

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
  /** Where a story stands that goes over several evenings. */
  campaign?: Standing;
}

/** Whose phone: a player's by the seat, the keeper's, or, as long as nobody else knows of the line, this one. */
export type Phone = NonNullable<Line['phone']> | 'this';

/** A line of the log, as it is signed on this phone. */
export type LogLine = Omit<Line, 'phone'> & { phone?: Phone };
