/** Time that passes only from one event to the next, so that a long evening takes seconds and can be repeated. */
export class Clock {
  now = 0;
  private readonly events: { at: number; work: () => unknown }[] = [];
  private busy = 0;
  /** Those that wait for all work to be done. */
  private resting: (() => void)[] = [];

  /** Does something after so many milliseconds, unless the returned function is called before. */
  readonly later = (work: () => unknown, wait: number): (() => void) => {
    const event = { at: this.now + wait, work };
    // Behind all that happen at the same time: equal times keep their order.
    const place = this.events.findIndex(({ at }) => at > event.at);
    this.events.splice(place < 0 ? this.events.length : place, 0, event);
    return () => {
      const found = this.events.indexOf(event);
      if (found >= 0) this.events.splice(found, 1);
    };
  };

  /** Real work (a process, a database) that has to be done before time goes on. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.busy += 1;
    try {
      return await work;
    } finally {
      this.busy -= 1;
      if (this.busy === 0) for (const resolve of this.resting.splice(0)) resolve();
    }
  }

  /** Lets so many milliseconds pass: one event after the other, each with all that follows from it at once. */
  async pass(wait: number): Promise<void> {
    const end = this.now + wait;
    await this.settle();
    for (let event = this.events[0]; event && event.at <= end; event = this.events[0]) {
      this.events.shift();
      this.now = event.at;
      event.work();
      await this.settle();
    }
    this.now = end;
  }

  /** Waits until nobody works any more: promises are drained between two turns of the event loop. */
  async settle(): Promise<void> {
    do {
      if (this.busy > 0) await new Promise<void>((resolve) => this.resting.push(resolve));
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.busy > 0);
  }
}
