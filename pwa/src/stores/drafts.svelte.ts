import { getContext, setContext, untrack } from 'svelte';

import type { View } from '../engine';
import { forget, keep, recall } from './database';

/** What was tapped of the steps in hand, and in which turn. */
interface Kept {
  turn: string;
  steps: Record<string, unknown>;
}

const KEY = Symbol('drafts');

function turnOf({ round, active }: Pick<View, 'round' | 'active'>): string {
  return `${round} ${active}`;
}

/** The steps in hand at one table: a reload or a locked phone loses nothing of them, until they are entered or the table has gone on. */
export class Drafts {
  private kept = $state.raw<Kept>({ turn: '', steps: {} });

  constructor(private readonly code: string) {}

  private get place(): string {
    return `drafts ${this.code}`;
  }

  async open(): Promise<void> {
    this.kept = (await recall<Kept>(this.place)) ?? this.kept;
  }

  of<T>(step: string, view: View): T | undefined {
    return this.kept.turn === turnOf(view) ? (this.kept.steps[step] as T | undefined) : undefined;
  }

  put(step: string, told: unknown, view: View): void {
    const turn = turnOf(view);
    const kept = untrack(() => this.kept);
    this.write({ turn, steps: { ...(kept.turn === turn ? kept.steps : {}), [step]: told } });
  }

  /** It is entered, or nothing of it is left. */
  drop(step: string): void {
    const {
      turn,
      steps: { [step]: gone, ...steps },
    } = untrack(() => this.kept);
    if (gone !== undefined) this.write({ turn, steps });
  }

  private write(kept: Kept): void {
    this.kept = kept;
    void (Object.keys(kept.steps).length ? keep(this.place, kept) : forget([this.place]));
  }
}

/** Opens the drafts of a table for all steps that its screen shows. */
export function tableDrafts(code: string): Drafts {
  return setContext(KEY, new Drafts(code));
}

/** By which a step finds these in its context. */
export function asContext(drafts: Drafts): [unknown, Drafts] {
  return [KEY, drafts];
}

/** What is tapped of one step: `told` as it was left, else as it begins; `done` once it is entered. */
export function draft<T extends object>(
  named: () => string,
  seen: () => View | undefined,
  first: T,
): { told: T; done: () => void } {
  const drafts = getContext<Drafts | undefined>(KEY);
  const [step, view] = untrack(() => [named(), seen()]);
  const nothing = JSON.stringify(first);
  const kept = $state({ told: (view && untrack(() => drafts?.of<T>(step, view))) ?? first });
  $effect(() => {
    const told = $state.snapshot(kept.told) as T;
    if (!view || JSON.stringify(told) === nothing) drafts?.drop(step);
    else drafts?.put(step, told, view);
  });
  return {
    get told() {
      return kept.told;
    },
    set told(told: T) {
      kept.told = told;
    },
    done: () => drafts?.drop(step),
  };
}
