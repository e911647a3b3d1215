import { getContext, setContext } from 'svelte';

import type { Card, Entry, LedgerLine, Template, View } from '../../engine';
import type { Answer } from '../../parts/modules/question';
import type { NowOrNever } from '../../parts/modules/now';
import type { Asked, Box } from '../../parts/table/box';
import type { Lesson } from '../../parts/lessons/lessons';
import type { Kind } from '../../parts/table/learning';
import type { TableStore } from '../../stores/table.svelte';
import type { LightKeys } from './lightly/light-keys';
import type { Telling } from './telling.svelte';

/** What the keys ask of the screen that they stand on: the table, or a display above them. */
export interface AtQuay {
  readonly store: TableStore;
  readonly standing: {
    readonly box: Box | null;
    readonly bust: LedgerLine | undefined;
    /** Something is on its way that has to be waited for. */
    readonly busy: boolean;
  };
  /** Which card of a kind is meant, while that is asked. */
  readonly asking: { readonly asked: Asked | null; which: (next: Asked | null) => void };
  readonly entering: {
    draw: (card: Card | string, from: DOMRect) => void;
    choose: (template: Template) => void;
    answer: (answer: Answer) => void;
    /** Past a bust, or past the end of the game. */
    onwards: () => void;
    /** Begins one of these: an entry, or a choice of several. */
    start?: (templates: Template[]) => void;
  };
  /** Where a tap leads that enters nothing; what is not here, this screen cannot show. */
  readonly opens: {
    menu: () => void;
    log: () => void;
    slip?: () => void;
    rules: () => void;
    other: (kind: Kind) => void;
    invite?: () => void;
    doubt?: () => void;
    check?: () => void;
    account?: (seat: number) => void;
    learn?: (what: string, id: string) => void;
  };
  /** An entry that was begun and asks for more, where this screen can tell such. */
  readonly telling?: Telling;
  /** Where turns may be told otherwise than card by card. */
  readonly light?: LightKeys;
  /** The lesson of a first evening that is said now. */
  readonly taught?: { readonly card: { readonly lesson: Lesson } | null };
  /** What somebody can complete at this moment only, and what comes of it. */
  readonly now?: {
    readonly asked: NowOrNever | null;
    enter: (ways: Template[]) => void;
    leave: () => void;
    never: () => void;
  };
  ask: (entry: Entry) => Promise<{ ledger: LedgerLine[]; view: View | null } | null>;
  /** What the table would be with this card; null where nobody can say. */
  forecast: (card: Card | string) => Promise<View | null>;
}

export const QUAY = Symbol('quay');

export function setQuay(quay: AtQuay): void {
  setContext(QUAY, quay);
}

/** The screen that the keys stand on: asked for while they are made. */
export function onQuay(): AtQuay {
  return getContext<AtQuay>(QUAY);
}
