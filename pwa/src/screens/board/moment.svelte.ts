import { still } from '../../parts/touch/feel.svelte';

/** As long as a bust fills the board. */
const BREATHS = 4000;

/** What fills the board for a few breaths; where nothing moves, until the next entry. */
export class Moment {
  private over = $state(-1);
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether what happened with this entry still fills the board. */
  fills(revision: number): boolean {
    return this.over !== revision;
  }

  begins(revision: number): void {
    clearTimeout(this.timer);
    if (still()) return;
    this.timer = setTimeout(() => (this.over = revision), BREATHS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }
}
