import type { Books } from './books';
import { NotKept } from './disk';
import type { RawLine } from './local';
import { changed, has, joined, nextTurn } from './page';
import type { Page } from './page';

/**
 * A table's page, and what the disk has of it: what the disk does not take stays on the page all the same, and is written
 * as soon as it can be. Everything that changes the page goes through `alone`, one thing at a time.
 */
export class KeptPage {
  /** Whether the disk has let itself be read since it was last closed. */
  private isKnown = true;
  private line: Promise<unknown> = Promise.resolve();

  constructor(
    /** All that is known of the table here, whether the disk has it or not. */
    public now: Page,
    private readonly books: Books,
    /** Another tab has written to it: what lies there now is looked at anew. */
    private readonly turned: () => Promise<void>,
    /** The page as the disk has it. */
    private kept: Page = now,
  ) {}

  /** Whether something is still to be written. */
  get isAhead(): boolean {
    return !this.isKnown || this.now !== this.kept;
  }

  /** The own lines that the disk has not. */
  get unkept(): RawLine[] {
    return this.isKnown
      ? this.now.pending.filter(({ entry_id }) => !has(this.kept, entry_id))
      : this.now.pending;
  }

  /** One thing at a time. Another tab may write meanwhile: what it wrote is read, and the work done again on top. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(() => this.attempt(work));
    this.line = done.catch(() => undefined);
    return done;
  }

  /** `done`: what has to be true together with the change, before anybody looks. */
  async write(change: Partial<Page>, done: () => void): Promise<void> {
    const next = changed(this.now, { ...change, ...nextTurn(this.kept) });
    if (await this.save(next)) [this.kept, this.isKnown] = [next, true];
    this.now = next;
    done();
  }

  /** Takes what another tab has written, or finds that the disk has lost it. Null where the disk does not say. */
  async reread(): Promise<'turned' | 'same' | null> {
    const page = await this.onDisk();
    if (page === null) return null;
    if (page && (page.begun !== this.kept.begun || page.turn > this.kept.turn)) {
      await this.turnTo(page);
      return 'turned';
    }
    if (!page) this.lose();
    return 'same';
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    for (let overtaken = false; ; overtaken = true) {
      try {
        const page = overtaken ? await this.onDisk() : null;
        if (page) await this.turnTo(page);
        else if (page === undefined) this.lose();
        return await work();
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    }
  }

  private async save(page: Page): Promise<boolean> {
    try {
      if (await this.books.save(page)) return true;
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      this.isKnown &&= error.why === 'full';
      return false;
    }
    throw new Overtaken();
  }

  /** Null where the disk does not say. */
  private async onDisk(): Promise<Page | undefined | null> {
    try {
      const page = await this.books.load(this.now.code);
      this.isKnown = true;
      return page;
    } catch (error) {
      if (!(error instanceof NotKept)) throw error;
      this.isKnown = false;
      return null;
    }
  }

  /** The disk has lost the page: it is kept anew. */
  private lose(): void {
    if (this.kept.turn > 0) this.kept = { ...this.kept, turn: 0, document: null, pending: [] };
  }

  private async turnTo(kept: Page): Promise<void> {
    // One that was lost and kept anew by another tab has what that one knew: all that is known here is put on top.
    const unkept = kept.begun === this.kept.begun ? this.unkept : this.now.pending;
    const page = joined(kept, this.now, unkept);
    [this.now, this.kept] = [unkept.length > 0 || page.document !== kept.document ? page : kept, kept];
    await this.turned();
  }
}

class Overtaken extends Error {}
