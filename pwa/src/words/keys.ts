import type later from './en.json';
import type early from './early/en.json';
import type first from './first/en.json';

type Words = typeof first & typeof early & typeof later;

/** What i18next puts behind a key by itself: the form of a word that a number asks for. */
type Counted<K extends string, Among> = K extends `${infer Stem}_${'zero' | 'one' | 'other'}`
  ? `${Stem}_one` | `${Stem}_other` extends keyof Among
    ? Stem
    : K
  : K;

type KeysOf<W> = {
  [K in keyof W & string]: W[K] extends string ? Counted<K, W> : `${K}.${KeysOf<W[K]>}`;
}[keyof W & string];

type SectionsOf<W> = {
  [K in keyof W & string]: W[K] extends string ? never : K | `${K}.${SectionsOf<W[K]>}`;
}[keyof W & string];

/** The keys of everything that the phone says, as the English words have them. */
export type Key = KeysOf<Words>;

/** Where keys lie together. */
export type Section = SectionsOf<Words>;

/** What may stand behind a section's name, for tables of keys: `In<'menu'>` is 'log', 'scores' ... */
export type In<S extends Section> = Key extends infer K
  ? K extends `${S}.${infer Rest}`
    ? Rest
    : never
  : never;

/**
 * The sections whose codes come from elsewhere, so that no type knows them: `tFrom` takes only these. Each with who
 * names the code; that all of those have their words is held by tests/test_words.py and the tests of the screens.
 */
export type FromElsewhere =
  // Boxes, by the editions' files. In the booklet of one: who begins.
  | 'box'
  | 'again.booklet_says'
  // Ways to play, by the modules' manifests.
  | 'new.way'
  // What cards show and ask for, of which modules add their own.
  | 'color'
  | 'need'
  | 'need_said'
  | 'openings'
  | 'team'
  // A word of the group's box, which may have a shorter one for the keys of the pad.
  | 'short'
  // Kinds of entries, of what is asked about them, of ledger lines and refusals, by the engine.
  | 'entry'
  | 'told'
  | 'question'
  | 'now'
  | 'delta'
  | 'due'
  | 'due_short'
  | 'booking'
  | 'short_refusal'
  | 'correct.figure'
  // Awards, sources of coins and what decides, by the engine's account of an evening.
  | 'evening.award'
  | 'evening.earned'
  | 'evening.from'
  | 'scores.by'
  // Topics and modules of the rules desk.
  | 'rules.topic'
  | 'rules.module';
