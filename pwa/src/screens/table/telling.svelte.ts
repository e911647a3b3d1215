import { untrack } from 'svelte';

import type { Card, Entry, Template, View } from '../../engine';
import { begin, goesOn, say, takeOut, tellNext, wanted } from '../../parts/table/saying';
import type { Next, Saying } from '../../parts/table/saying';
import type { Drafts } from '../../stores/drafts.svelte';
import type { TableStore } from '../../stores/table.svelte';
import { entryOf } from '../../parts/table/entry';
import { tellsAll } from './lightly/lightly';
import type { Lightly } from './lightly/lightly.svelte';

/** The step whose draft it is. */
const SAYING = 'saying';

/** An entry that was begun and takes more taps, with what was told of it so far. */
export class Telling {
  saying = $state.raw<Saying | null>(null);
  /** How many cards the one whose turn it is would take of the harbor that is told. */
  would = $state.raw<number | null>(null);

  constructor(
    private readonly store: TableStore,
    private readonly drafts: Drafts,
    private readonly lightly: Lightly,
  ) {}

  /** What lies there, while it is told. */
  readonly lies = $derived.by(() => {
    const { saying } = this;
    return saying && tellsAll(saying.template) ? saying : null;
  });
  /** How many are told of how many, while an entry is told that wants several cards. */
  readonly count = $derived.by(() => {
    const { saying } = this;
    return saying && wanted(saying) ? { at: saying.cards.length, count: wanted(saying) } : null;
  });

  begin(template: Template, view: View | null): void {
    this.saying = tellsAll(template) && view ? this.lightly.begin(template, view) : begin(template);
  }

  /** One card more. */
  tell(card: Card | string): void {
    if (this.saying) this.take(tellNext(this.saying, card));
  }

  /** The answer to what is asked. */
  answer(value: unknown): void {
    if (this.saying) this.take(say(this.saying, value));
  }

  /** A card of the harbor is taken out again. */
  out(at: number): void {
    if (this.lies) this.saying = takeOut(this.lies, at);
  }

  leave = (): void => {
    this.saying = null;
  };

  /** The same in the next state, as long as it is allowed there; at first as it was left. */
  follow(view: View | null, first: boolean): void {
    this.saying = goesOn(first && view ? (this.drafts.of<Saying>(SAYING, view) ?? null) : this.saying, view);
  }

  /** What several taps say is there again after a reload, as are the steps of a walk; the harbor is a draft of its own. */
  keep(view: View): void {
    if (this.saying && !this.lies) this.drafts.put(SAYING, this.saying, view);
    else this.drafts.drop(SAYING);
  }

  /** Asks what the harbor would come to, until the next card; then the answer comes too late. */
  weigh(view: View | null): (() => void) | undefined {
    const { lies } = this;
    if (lies && view) this.lightly.lie(lies.cards, view);
    this.would = null;
    if (!lies?.cards.length) return undefined;
    let current = true;
    const entry = entryOf(lies.template, { cards: lies.cards });
    void untrack(() => this.store.ask(entry)).then((seen) => {
      if (current && seen?.kind === 'possible' && seen.view?.takes) this.would = seen.view.takes.total;
    });
    return () => (current = false);
  }

  /** All that lies there was told: the entry for it; null where there is none to make. */
  whole(): { template: Template; entry: Entry } | null {
    const { lies } = this;
    const entry = lies && say(lies, lies.cards).entry;
    return lies && entry ? { template: lies.template, entry } : null;
  }

  private take({ saying, entry }: Next): void {
    this.saying = saying;
    if (entry) void this.store.record(entry);
  }
}
