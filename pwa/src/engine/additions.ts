/** What modules add to view, templates and score. Everything is left out where no module adds it. */

export type Way = 'competitive' | 'coop' | 'solo' | 'variable';

/** One thing that a goal asks for: a person, `swords`, `coins`, `colors`, `expedition` ... `give`: it is given up. */
export interface Requirement { what: string; count?: number; give?: boolean; color?: string; max_cost?: number }

/** From the left; `seat`: whose marker stands there. */
export interface Space { coins: number; seat?: number }

export interface Goal {
  id: string;
  module: string;
  kind: string;
  /** A key of the words. */
  name: string;
  need: Requirement[];
  spaces?: Space[];
  /** Markers on the way: at which step of how many. */
  waiting?: { seat: number; at: number; of: number }[];
  /** Who could complete it now; its templates are in `allowed`. */
  can?: number[];
  /** Now or never. */
  now?: boolean;
  done_by?: number[];
  points?: number;
}

/** A pile that counts the game down; `turns`: whose turns are left, in order. */
export interface CountdownInfo { id: string; module: string; left: number; of?: number; turns?: number[] }

/** What all need together. */
export interface TeamNeed { what: string; have: number; need: number }

export interface BadgeInfo { id: string; module: string; icon: string; count?: number; name: string }

/** A way to go: points to the end, crowns. */
export interface TrackInfo { id: string; have: number; need: number }

/** An open question; several may be open at once, also to several players. */
export interface DecisionInfo { kind: string; by: number; must: boolean; until?: string; about?: Record<string, unknown> }

/** What still has to be said before an entry can be posted. */
export interface Ask { key: string; of: 'card' | 'seat' | 'flag' | 'number' | 'word'; count?: number; choices?: unknown[]; /** The largest number, or the most letters. */ most?: number }

/** Where on the table a template belongs. */
export interface Place { harbor_index?: number; expedition_index?: number; goal?: string }

export interface TemplateAdditions {
  /** Left out for the base game's own. */
  module?: string;
  /** The kind of the decision that it answers. */
  answers?: string;
  asks?: Ask[];
  about?: Place;
  /** What it brings or costs. */
  figures?: Record<string, number>;
}

export interface ViewAdditions {
  way?: Way;
  goals?: Goal[];
  countdowns?: CountdownInfo[];
  team?: TeamNeed[];
  decisions?: DecisionInfo[];
  /** Of a game that was won or lost together. */
  ended?: Ended;
}

export interface Ended { outcome: 'won' | 'lost'; title?: string | null; why?: string }

export interface PlayerAdditions { badges?: BadgeInfo[]; tracks?: TrackInfo[] }

export interface ScoreAdditions { outcome?: 'ranked' | 'won' | 'lost'; title?: string | null; points?: number | null }
