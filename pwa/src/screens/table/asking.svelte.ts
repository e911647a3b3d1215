import type { View } from '../../engine';
import type { Practising } from '../../parts/practice/practising.svelte';
import type { Asked } from '../../parts/table/box';
import type { TableStore } from '../../stores/table.svelte';

/** Which card of a kind was drawn: the question that a key opens, until a tap or a new state answers it. */
export class Asking {
  asked = $state.raw<Asked | null>(null);
  /** Whose part it was when it was asked, and how many taps before had no answer yet: those answers leave it open. */
  private by = -1;
  private late = 0;

  constructor(
    private readonly store: TableStore,
    private readonly practice: Practising | null,
  ) {}

  which = (next: Asked | null): void => {
    if (next && this.practice?.means() === false) return;
    this.asked = next;
    this.by = this.store.view?.active ?? -1;
    this.late = this.store.waiting.length;
  };

  /** It is answered, or nobody asks any more. */
  close(): void {
    this.asked = null;
  }

  /** A new state answers the open question. */
  follow(view: View | null): void {
    this.late -= 1;
    if (this.late < 0 || view?.phase !== 'discover' || view.active !== this.by || view.pending) this.close();
  }
}
