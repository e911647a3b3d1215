import { getContext, setContext } from 'svelte';

import type { View } from '../engine';
import type { Speech } from '../words/speech';

/** What every piece of a table's screen asks for: the table as it is now, and how this table is spoken of. */
export interface Stage {
  readonly view: View;
  readonly speech: Speech;
}

export const STAGE = Symbol('stage');

/** A screen says what its pieces look at. While a piece goes, it still has what it stood on. */
export function setStage(now: { view?: () => View | null; speech: () => Speech | null }): void {
  let view: View | null = null;
  let speech: Speech | null = null;
  setContext<Stage>(STAGE, {
    get view() {
      view = now.view?.() ?? view;
      return there(view);
    },
    get speech() {
      speech = now.speech() ?? speech;
      return there(speech);
    },
  });
}

/** The stage that a piece stands on: asked for while the piece is made. */
export function onStage(): Stage {
  return getContext<Stage>(STAGE);
}

function there<One>(one: One | null): One {
  if (one === null) throw new Error('nothing of that is on this stage');
  return one;
}
