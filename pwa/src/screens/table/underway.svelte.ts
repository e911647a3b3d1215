import type { Card } from '../../engine';
import type { Box } from '../../parts/table/box';
import type { TableStore } from '../../stores/table.svelte';

/** So long a tap may go unanswered before its card lies there waiting. */
const SOON = 400;

/** What was tapped and has no answer yet. */
export class Underway {
  /** Where the newest card sets out: at its key. */
  from = $state.raw<DOMRect | null>(null);
  private slow = $state(false);

  constructor(
    private readonly store: TableStore,
    private readonly box: () => Box | null,
  ) {}

  /** Cards that lie there before anybody has answered. */
  readonly waiting: Card[] = $derived.by(() =>
    this.store.offline || this.slow
      ? this.store.waiting.flatMap((writing) =>
          'entry' in writing && writing.entry.card
            ? [this.box()?.card(writing.entry.card)].filter((card) => card !== undefined)
            : [],
        )
      : [],
  );

  /** What lies there waiting needs no way up from its key any more. */
  watch(): (() => void) | undefined {
    if (this.store.waiting.length === 0) {
      this.slow = false;
      return undefined;
    }
    const timer = setTimeout(() => {
      this.slow = true;
      this.from = null;
    }, SOON);
    return () => clearTimeout(timer);
  }
}
