import type { Attachment } from 'svelte/attachments';

/** About a third of a second: nobody has seen by then what a tap changed, so nobody can mean it. */
const UNSEEN = 330;
/** Two taps of one finger that meant a single place lie so near each other. */
const NEAR = 48;
/** A key that has moved less than this is still where it was. */
const MOVED = 8;
/** A thumb rests and wanders; this much is still a tap. */
const REST = 12;

/** A key as the finger met it. `means`: what a tap on it does; `repeats`: meant to be tapped fast, as one more and one less. */
export interface Seen {
  key: unknown;
  left: number;
  top: number;
  means: string;
  repeats: boolean;
}

interface Touch {
  time: number;
  x: number;
  y: number;
  key: unknown;
  around: Seen[];
}

/**
 * Keeps a double tap from doing two things: a second tap at the same place within a third of a second does nothing where
 * another key lies there by now, where the key has moved or means something else, or where it has just been used.
 */
export class Guard {
  private last: Touch | null = null;
  private begun: { x: number; y: number } | null = null;
  private refuses = false;

  constructor(
    private readonly look: (x: number, y: number) => Seen | null,
    private readonly around: (x: number, y: number) => Seen[],
  ) {}

  /** Whether this press does nothing, up to its end. */
  down(x: number, y: number, time: number): boolean {
    this.refuses = this.unseen(x, y, time);
    this.begun = { x, y };
    // What is refused has changed nothing: the third tap is held against the first one too.
    if (!this.refuses) this.touch(x, y, time);
    return this.refuses;
  }

  up(x: number, y: number, time: number): boolean {
    // Slid to another key: that one is used now, and seen from here on.
    if (!this.refuses && this.begun && Math.hypot(x - this.begun.x, y - this.begun.y) > REST)
      this.touch(x, y, time);
    return this.refuses;
  }

  /** The press became a scroll: it has used nothing. */
  cancel(): boolean {
    this.last = null;
    return this.refuses;
  }

  get refusing(): boolean {
    return this.refuses;
  }

  /** Whether a click does nothing: its press did nothing, or the key has changed below the finger since. */
  click(x: number, y: number): boolean {
    if (this.refuses) return true;
    const now = this.look(x, y);
    return now !== null && this.last !== null && this.near(x, y) && this.changed(now);
  }

  private touch(x: number, y: number, time: number): void {
    this.last = { time, x, y, key: this.look(x, y)?.key, around: this.around(x, y) };
  }

  private unseen(x: number, y: number, time: number): boolean {
    if (!this.last || time - this.last.time >= UNSEEN || !this.near(x, y)) return false;
    const now = this.look(x, y);
    return now !== null && (this.changed(now) || (now.key === this.last.key && !now.repeats));
  }

  private near(x: number, y: number): boolean {
    return this.last !== null && Math.hypot(x - this.last.x, y - this.last.y) <= NEAR;
  }

  private changed(now: Seen): boolean {
    const then = this.last?.around.find(({ key }) => key === now.key);
    return !then || then.means !== now.means || Math.hypot(now.left - then.left, now.top - then.top) > MOVED;
  }
}

const KEYS = 'button, a[href], input, select, textarea, label, summary, dialog';

/** On the table's root, for whatever a finger or a mouse meets there and on the sheets above. Keys and screen readers are not held up. */
export function guarded(acting: () => number): Attachment<HTMLElement> {
  return () => {
    const look = (x: number, y: number): Seen | null => {
      const key = document.elementFromPoint(x, y)?.closest<HTMLElement>(KEYS);
      if (!key) return null;
      const { left, top } = key.getBoundingClientRect();
      const { opens, pick, means, repeats } = key.dataset;
      return {
        key,
        left,
        top,
        means: `${acting()} ${opens ?? pick ?? means ?? key.textContent}`,
        repeats: repeats !== undefined,
      };
    };
    const around = (x: number, y: number): Seen[] => {
      const places = [-NEAR, -NEAR / 2, 0, NEAR / 2, NEAR];
      return places.flatMap((across) => places.flatMap((down) => look(x + across, y + down) ?? []));
    };
    const guard = new Guard(look, around);
    const over = new AbortController();
    const refuse = (event: Event): void => {
      event.stopPropagation();
      if (event.type === 'click') event.preventDefault();
    };
    const heard = (
      type: 'click' | `pointer${'down' | 'move' | 'up' | 'cancel'}`,
      refuses: (event: PointerEvent) => boolean,
    ): void =>
      window.addEventListener(
        type,
        // A second thumb brings no click; a click itself never calls itself the primary one.
        (event) => {
          if ((event.isPrimary || type === 'click') && refuses(event)) refuse(event);
        },
        { capture: true, signal: over.signal },
      );
    heard('pointerdown', ({ clientX, clientY, timeStamp }) => guard.down(clientX, clientY, timeStamp));
    heard('pointermove', () => guard.refusing);
    heard('pointerup', ({ clientX, clientY, timeStamp }) => guard.up(clientX, clientY, timeStamp));
    heard('pointercancel', () => guard.cancel());
    // A key press and a screen reader click too, without a finger: detail says how many taps there were.
    heard(
      'click',
      ({ clientX, clientY, detail, isTrusted }) => isTrusted && detail > 0 && guard.click(clientX, clientY),
    );
    return () => over.abort();
  };
}
