import type { View } from '../types';
import type { RawLine } from './local';
import { asConfirmed } from './own';
import type { Page } from './page';

/*
 * The server as the one who answers a table's own lines, where the phone's engine is not there: each goes out on the
 * revision that it was made on, and is shown when the server has it.
 */

/** The revision that a line goes out on. */
export function baseOf({ document }: Page, { made_on }: RawLine): number {
  return made_on ?? document?.lines.length ?? 0;
}

/** Lines that the phone's engine had put in order, for the server to judge; null where there are none. */
export function handed(page: Page): Partial<Page> | null {
  if (page.pending.every(({ made_on }) => made_on !== undefined)) return null;
  return { pending: page.pending.map((line) => ({ ...line, made_on: baseOf(page, line) })) };
}

/** The server has the first own line, which went out on `base`. What was made on the same is made on what that one made. */
export function taken({ document, pending: [head, ...rest] }: Page, base: number, seen: View): Partial<Page> {
  const pending = rest.map((line) => (line.made_on === base ? { ...line, made_on: base + 1 } : line));
  // A log that others' lines have come into is fetched when the phone's engine needs it.
  if (!head || document?.lines.length !== base || seen.revision !== base + 1) return { pending };
  return { document: { ...document, lines: [...document.lines, asConfirmed(head)] }, pending };
}

/** What the group has decided to enter goes out on what is shown now. */
export function meant(pending: RawLine[], shown: View | null): RawLine[] {
  return pending.map((line) => (line.sure && shown ? { ...line, made_on: shown.revision } : line));
}
