import { untrack } from 'svelte';

import type { View } from '../../engine';
import { lessonsKey } from '../../memory/kept-under';
import { keep, recall } from '../../stores/database';
import { dueLesson, teaches } from './lessons';
import type { Lesson } from './lessons';

interface Kept {
  seen: Lesson[];
}

/** The lessons of one table on this phone: on from when somebody asks for them, each said once. */
export class Taught {
  on = $state(false);
  seen = $state.raw<Lesson[]>([]);
  /** What is said now, since which entry. */
  card = $state.raw<{ lesson: Lesson; since: number } | null>(null);
  private code = '';

  async open(code: string): Promise<void> {
    this.code = code;
    const kept = await recall<Kept>(lessonsKey(code));
    this.on = kept !== undefined;
    this.seen = kept?.seen ?? [];
  }

  /** Whatever is entered goes on: what was said before has been heard. */
  follow(view: View): void {
    const { revision } = view;
    untrack(() => {
      if (!this.on || this.card?.since === revision || !teaches(view)) return;
      this.close();
      const lesson = dueLesson(view, this.seen);
      if (lesson) this.card = { lesson, since: revision };
    });
  }

  close(): void {
    if (!this.card) return;
    this.seen = [...this.seen, this.card.lesson];
    this.card = null;
    void keep(lessonsKey(this.code), { seen: this.seen });
  }

  /** From the beginning where all was said. */
  async start(code: string): Promise<void> {
    await keep(lessonsKey(code), { seen: this.seen.length < 5 ? this.seen : [] });
  }
}

/** A table that is opened with lessons. */
export function withLessons(code: string): Promise<void> {
  return keep(lessonsKey(code), { seen: [] });
}
