import { NoAnswer, Rejected } from '../../engine';
import type { Asking, Found, RulesDesk } from '../../engine/rules-desk';

/** A search as somebody types: answers may come late, and an older one never takes the place of a newer one. */
export class Searching {
  found = $state.raw<Found | null>(null);
  /** Nobody could answer: no network, and no engine on this phone yet. */
  silent = $state(false);

  private asked = 0;
  private shown = 0;

  constructor(private readonly desk: RulesDesk) {}

  async ask(query: string, asking: Asking): Promise<void> {
    const mine = (this.asked += 1);
    if (!query.trim()) return this.show(mine, null, false);
    try {
      this.show(mine, await this.desk.search(query.slice(0, LONGEST), asking), false);
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof Rejected)) throw error;
      this.show(mine, null, true);
    }
  }

  private show(mine: number, found: Found | null, silent: boolean): void {
    if (mine < this.shown) return;
    this.shown = mine;
    this.found = found;
    this.silent = silent;
  }
}

/** As much as the search reads of a question. */
const LONGEST = 400;
