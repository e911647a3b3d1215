import { personDrawing } from '../../../drawings/sprite';
import { hasDrawing } from '../../../drawings/drawn';
import type { PageLine } from '../../../engine/rules-desk';

/** Where a turn goes wrong. */
export const BAD = 'clash';

/** The drawing of a line; one that a module would have to bring, and that is not there, is a person's. */
export function drawn({ drawing }: PageLine): string {
  if (!drawing) return 'next';
  return hasDrawing(drawing) ? drawing : personDrawing(drawing);
}
