import type { Component, Snippet } from 'svelte';

import type { Entry, Goal, LedgerLine, Score, Template, View } from '../../engine';
import type { Speech, Told } from '../../words/speech';

/** What a table puts around the keys of a page: the last entry, menu, rules and undo. */
export type Foot = Snippet<[Snippet | undefined]>;

/** What a walk is given: it reads the view, and enters what the table does. */
export interface WalkProps {
  /** Something is on its way. */
  busy: boolean;
  /** false: this phone only looks on. */
  enters: boolean;
  ask: (entry: Entry) => Promise<{ ledger: LedgerLine[]; view: View | null } | null>;
  foot?: Foot | undefined;
  onenter: (entry: Entry) => void;
  /** Shows where something is read off a card once. */
  onlearn: (what: string, id: string) => void;
  /** As at the table: enters it, or asks what is still to be said, or says why not. */
  onchoose?: (template: Template) => void;
  ongoal?: (goal: Goal) => void;
  onclaim?: (ways: Template[]) => void;
  /** What was entered, where the step is put right in the log. */
  entered?: Entry | undefined;
}

export interface LearnProps {
  busy: boolean;
  id: string;
  foot?: Foot | undefined;
  onenter: (entry: Entry) => void;
  onclose: () => void;
  entered?: Entry | undefined;
}

/** The same step as at first, with what was entered: of its own it says what is entered now. */
export type AgainProps = WalkProps & LearnProps & { entered: Entry };

/** Where an entry is put right, and by which of its keys the step knows what it is about. */
export interface Again {
  step: Component<AgainProps>;
  about?: string;
}

/** A goal whose rewards nobody has read: they are read first, and the sum answers at once; or they wait. */
export interface CompleteProps {
  goal: Goal;
  /** Each way in which somebody could complete it now. */
  ways: Template[];
  ask: (entry: Entry) => Promise<{ ledger: LedgerLine[]; view: View | null } | null>;
  onchoose: (template: Template) => void;
}

/** What lies before everybody, counted by hand; `done`: something was just done that the phone cannot say. */
export interface HandProps {
  done: boolean;
  ask: (entry: Entry) => Promise<{ ledger: LedgerLine[]; view: View | null } | null>;
  onenter: (entry: Entry) => void;
  onclose: () => void;
}

export interface EndedProps {
  score: Score;
  busy: boolean;
  /** Opens the next table, where the story says so with these of the set-up. */
  onagain: () => void;
  code: string;
}

/** What a module shows step by step, in src/modules/<name>/walks.ts. */
export interface Walks {
  /** In the table's place, while there is something to be gone through before the game goes on. */
  page?: (view: View) => Component<WalkProps> | undefined;
  /** In the pad's place. */
  pad?: (view: View) => Component<WalkProps> | undefined;
  /** What the pad's place asks. */
  padTold?: (view: View, speech: Speech) => Told;
  /** Entries that are made there, and started by no chip. */
  enters?: string[];
  /** What is read off cards once, by its kind. */
  learn?: Record<string, Component<LearnProps>>;
  /** Where a goal is completed whose card is read off then. */
  completes?: Component<CompleteProps>;
  /** How an entry is put right in the log, by its type: its step, at the table of that moment. */
  again?: Record<string, Again>;
  /** All that can be counted by hand, in one sheet. */
  hand?: (view: View) => Component<HandProps> | undefined;
  /** What was just entered is done by hand, and counted then. */
  byHand?: (view: View) => boolean;
  /** The end of an evening, where it goes on another one. */
  ended?: (view: View) => Component<EndedProps> | undefined;
}
