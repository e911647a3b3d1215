/** The shapes of DESIGN.md, section 4. What the phone may know of the game is what stands in these types. */

import type { PlayerAdditions, ScoreAdditions, TemplateAdditions, ViewAdditions } from './additions';

/** Of a ship, or of who trades with it; modules may add one. */
export type Color = 'yellow' | 'blue' | 'green' | 'red' | 'black' | (string & {});
export type Need = 'captain' | 'priest' | 'settler';
export type Phase = 'discover' | 'trade_hire' | 'game_over';

export interface Ship {
  id?: string;
  kind: 'ship';
  color: Color;
  swords?: number;
  skull?: boolean;
  coins: number;
}

export interface Person {
  id?: string;
  kind: 'person';
  type: string;
  cost: number;
  vp: number;
  swords?: number;
  color?: Color;
}

export interface Expedition {
  id?: string;
  kind: 'expedition';
  need: Need[];
  coins: number;
  vp: number;
}

export interface Tax {
  id?: string;
  kind: 'tax';
  bonus: 'most_swords' | 'fewest_vp';
  threshold?: number;
  bonus_coins?: number;
}

export type Card = Ship | Person | Expedition | Tax;

/** A printed card as the catalogue lists it: `count` of them are in the box. */
export type PrintedCard = Card & { id: string; count: number; name_en: string; name_de: string; name_bigbox_en?: string };

export interface Player extends PlayerAdditions {
  seat: number;
  name: string;
  coins: number;
  vp: number;
  swords: number;
  discount: number;
  extra_takes: number;
  display: Person[];
  expeditions: Expedition[];
}

export type Params = Record<string, string | number | boolean | null | unknown[] | Record<string, unknown>>;

export interface RefusalInfo {
  code: string;
  rule: string;
  params: Params;
  overridable: boolean;
}

export interface LedgerLine {
  why: string;
  rule: string;
  params?: Params;
  seat?: number;
  coins?: number;
}

/** A card in the harbor; while discovering with what it would cost or bring the player whose turn it is. */
export interface Lying {
  index: number;
  card: Card;
  price?: number;
  discount?: number;
  gain?: number;
  trader?: number;
}

/** A card taken in this turn: where it lay, by whom, and what that changed about his coins. */
export interface Taken {
  index: number;
  card: Card;
  seat: number;
  coins: number;
}

/** What goes back to the engine: a template's own keys, and the card that was drawn. */
export interface Entry {
  type: string;
  by?: number;
  harbor_index?: number;
  expedition_index?: number;
  discard?: string[];
  passing?: boolean;
  rest?: boolean;
  bonus?: Tax['bonus'];
  card?: Card | string;
  cards?: (Card | string)[];
  repel?: boolean;
  /** With a drawn card: the box has it and the catalogue has not, or has it as `instead_of`. */
  learn?: boolean;
  instead_of?: string;
  /** With `missing`: how many of the card. */
  count?: number;
  draw_pile?: number;
  /** With a take: the taker's coins as counted before it. */
  had?: number;
  discard_pile?: number;
  /** Of who joins, and whose next clockwise that is. */
  name?: string;
  after?: number;
  /** The house rules from now on. */
  options?: Record<string, unknown>;
  /** Coins as counted by seat. */
  coins?: Record<string, number> | number;
  /** What lies before players, as the table sees it. */
  display?: Record<string, Card[]>;
  expeditions?: Record<string, Card[]>;
}

export interface Template extends TemplateAdditions {
  type: string;
  by: number;
  allowed: boolean;
  refusal?: RefusalInfo;
  harbor_index?: number;
  expedition_index?: number;
  card?: Card;
  discard?: string[];
  price?: number;
  discount?: number;
  gain?: number;
  trader?: number;
  compensation?: number;
  coins?: number;
  passing?: boolean;
  next?: number;
  rest?: boolean;
  bust?: boolean;
  bonus?: Tax['bonus'];
  /** How many cards the entry must name, as its `asks` says too. */
  cards?: number;
}

export interface Takes {
  seat: number;
  total: number;
  left: number;
  colors: number;
  by_colors: number;
  extra: number;
  /** Who gives the extra cards, and how many each. */
  reasons: { why: string; count: number }[];
}

export interface Part {
  seat: number;
  coins: number;
  why?: string | null;
  count?: number;
  cards?: number;
}

export type Pending =
  | { kind: 'repel'; by: number; harbor_index: number; must_decide: boolean; swords: number; needed: number }
  | { kind: 'extra_tax' };

export interface LastEntry {
  revision: number;
  entry: Entry;
  reason: string;
  ledger: LedgerLine[];
  overridden?: RefusalInfo[];
  kept?: Kept;
  accepted?: number;
}

/** An entry stays although the rules refuse it now: whether it changes anything, and since which correction. */
export interface Kept { fits: boolean; by?: number }

export interface View extends ViewAdditions {
  revision: number;
  edition: string;
  modules: string[];
  options: Record<string, unknown>;
  phase: Phase;
  active: number;
  acting: number;
  start_player: number;
  round: number;
  /** By seat, those who have left among them. */
  players: Player[];
  /** The seats of everybody who plays, clockwise. */
  order?: number[];
  harbor: Lying[];
  taken: Taken[];
  expeditions: { index: number; card: Expedition }[];
  draw_pile: number | null;
  discard_pile: number | null;
  unseen: Record<string, number>;
  /** Left out where the group's box is as the catalogue says. */
  box?: TableBox;
  takes: Takes | null;
  parts: Part[];
  end_triggered: boolean;
  remaining_active: number[];
  pending: Pending | null;
  claimant: number | null;
  allowed: Template[];
  last: LastEntry | null;
  undo: number;
  redo: number;
  /** What undo would take back is a correction. */
  corrected?: boolean;
}

export interface Setup {
  edition: string;
  modules: string[];
  options?: Record<string, unknown>;
  players: string[];
  situation?: Record<string, unknown>;
  box?: OwnBox;
}

/** Cards that are printed like this, in the place of one of the catalogue or one more. */
export interface OwnRow { card: Card; count: number; instead_of?: string }

/** What a group's box holds otherwise than the catalogue says; `missing` by catalogue id. */
export interface OwnBox { own: OwnRow[]; missing: Record<string, number> }

/** The same at a table: `holds` says how many there are of each card that this changes. */
export interface TableBox extends OwnBox { holds: Record<string, number> }

export type Correction =
  | { type: 'undo' | 'redo'; count?: number; to?: number }
  | { type: 'change'; revision: number; entry: Entry; override?: boolean; keep?: boolean }
  | { type: 'remove'; revision: number; keep?: boolean }
  | { type: 'accept'; revision: number }
  | { type: 'insert'; before: number; entry: Entry; override?: boolean; keep?: boolean }
  | { type: 'replace'; revision: number; count: number; entries: Entry[]; override?: boolean; keep?: boolean };

/** What a correction changes; `kept` are the first of the entries that it would mark. */
export interface Consequences {
  players: { seat: number; coins: [number, number]; vp: [number, number] }[];
  harbor: boolean;
  expeditions: boolean;
  piles: boolean;
  moment: boolean;
  kept: Marked[];
  kept_count: number;
  fits: number[];
}

/** An entry that would be kept as it happened; `overridden` says what stands against it. */
export type Marked = Pick<LogLine, 'revision' | 'order' | 'entry' | 'seat' | 'turn' | 'overridden' | 'ledger' | 'kept' | 'accepted'>;

/** Whose phone: a player's by the seat, the keeper's, or, as long as nobody else knows of the line, this one. */
export type Phone = number | 'keeper' | 'this';

/** A line of the log; `holds` says whether its entry still counts, `turn` is [round, active seat]. */
export interface LogLine {
  revision: number;
  entry_id: string;
  holds: boolean;
  order?: number;
  entry?: Entry;
  correction?: Correction;
  override?: boolean;
  overridden?: RefusalInfo[];
  kept?: Kept;
  /** The line by which the table said that it is right so. */
  accepted?: number;
  /** The line by which it was put right, put in or taken out, and what it was. */
  corrected?: { by: number; was?: Entry };
  /** When it was entered, in seconds since 1970. */
  at?: number;
  phone?: Phone;
  seat?: number;
  turn?: [number, number];
  reason?: string;
  ledger?: LedgerLine[];
}

/** A card, or what a module counts: `label` is a key of its words. */
export type ScoreItem = { card: Card; label?: undefined; vp: number } | { card?: undefined; label: string; vp: number };

export interface Score extends ScoreAdditions {
  final: boolean;
  reason: string;
  winners: string[];
  ineligible: string[];
  ranking: { place: number; seat: number; name: string; vp: number; coins: number; expeditions: number; items: ScoreItem[] }[];
  proof: { by: string; values: Record<string, number>; left: string[]; rule?: string }[];
}

export interface Citation { document: string; section: string; lines?: string }

export interface Rule { citations: Citation[]; switch: string | null }

export interface OptionInfo {
  key: string;
  type: 'bool' | 'int' | 'choice';
  default: unknown;
  minimum?: number;
  maximum?: number;
  choices?: unknown[];
  house_rule?: boolean;
}

/** Two modules that are not played together, or better not (`allowed`), and the rule that says so. */
export interface Mix { module: string; other: string; rule: string; allowed: boolean }

export interface Edition {
  id: string;
  name: string;
  document: string;
  modules: string[];
  /** Left out by servers from before. */
  mixes?: Mix[];
  options: OptionInfo[];
  switches: Record<string, unknown>;
  house_rules: string[];
  rules: Record<string, Rule>;
}

/** `engine_version`: which rules answered; the same on the server and in the phone where they are the same files. */
export interface Editions { engine_version: string; editions: Edition[]; documents: Record<string, string> }
export interface Catalogue { sets: { set: string; cards: PrintedCard[] }[] }
