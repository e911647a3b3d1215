import type { TableKey, Writing } from '../engine';
import { rawLine } from './local';
import { blank, has, nextTurn } from './page';
import type { Pages } from './page';

/** An entry as an earlier version kept it, in a queue of the screens' own: in the order of the taps. */
export interface Left {
  order: number;
  table: TableKey;
  writing: Writing;
  /** The revision that was on the screen. */
  made_on: number;
}

/** What an earlier version has left on this phone. */
export interface Earlier {
  all(): Promise<Left[]>;
  /** It lies in its table's book now. */
  done(order: number): Promise<void>;
}

/**
 * Takes over what an earlier version had not sent. A line is in its book before it leaves the old queue, and known there
 * by its id: wherever this is broken off, and however many tabs do it, no line is lost and none counts twice.
 */
export async function takeOver(pages: Pages, earlier: Earlier): Promise<void> {
  for (const { order, table, writing, made_on } of await earlier.all()) {
    for (let kept = false; !kept;) {
      const page = (await pages.load(table.code)) ?? blank(table);
      kept =
        has(page, writing.id) ||
        (await pages.save({
          ...page,
          ...nextTurn(page),
          pending: [...page.pending, { ...rawLine(writing), made_on }],
        }));
    }
    await earlier.done(order);
  }
}
