import type { View } from '../../engine';

/** How long the sun takes to go down, in milliseconds. */
const LASTS = 4000;
/** What comes so soon after a phone woke up has happened while it slept. */
const WAKES = 2000;

const still = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;

/** The moment in which the last round begins: it hangs in the sky for a while, or until the next entry. */
export class Sunset {
  shown = $state(false);
  private before: View | null = null;
  private woke = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** Only a phone that saw the table before sees it: others find the sign that stays. */
  follow(view: View): void {
    const { before } = this;
    this.before = view;
    if (!before || (before.revision === view.revision && before.end_triggered === view.end_triggered)) return;
    this.close();
    const awake = !document.hidden && performance.now() - this.woke > WAKES;
    const begins = view.end_triggered && !before.end_triggered && view.revision === before.revision + 1;
    if (!begins || !awake || view.phase === 'game_over') return;
    this.shown = true;
    if (!still()) this.timer = setTimeout(() => this.close(), LASTS);
  }

  close(): void {
    clearTimeout(this.timer);
    this.shown = false;
  }

  /** Keeps in mind when the phone woke up; ends with what it returns. */
  watch(): () => void {
    const look = (): void => {
      if (!document.hidden) this.woke = performance.now();
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      this.close();
    };
  }
}
