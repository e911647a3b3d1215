import { personDrawing, shipDrawing } from '../../drawings/sprite';
import type { Drawing } from '../../drawings/sprite';
import { hasDrawing } from '../../drawings/drawn';
import type { PageLine } from '../../engine/rules-desk';

/** Where a turn goes wrong. */
export const BAD = 'clash';

/** The drawing of a line; one that a module would have to bring, and that is not there, is a person's. */
export function drawn({ drawing }: PageLine): Drawing {
  return drawing ? shown(drawing).name : 'next';
}

/** What is called so, with the color of a ship. */
export function shown(drawing: string): { name: Drawing; color: string } {
  const [, color = ''] = /^ship-(.+)$/.exec(drawing) ?? [];
  if (color) return { name: shipDrawing(color), color };
  return { name: hasDrawing(drawing) ? drawing : personDrawing(drawing), color };
}
