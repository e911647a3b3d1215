import type { Decision, Entry, Members } from '../engine';

/** Something about a draw that this phone does next: ask the whole table, ask no longer, or do what the table says. */
export type Step = 'ask' | 'forget' | Decision;

/**
 * `open` is the draw that this phone asks its own owner about. Whoever at the table answers first is heeded. As long as
 * something is `unsent` the question may only be away for a moment, while others' entries are put under it.
 */
export function doubtStep(
  members: Members,
  open: { id: string; entry: Entry } | null,
  unsent: number,
): Step | null {
  const asked = members.members.find(({ member }) => member === members.you)?.doubt;
  if (!open) return asked && unsent === 0 ? 'forget' : null;
  if (asked?.entry_id !== open.id) return 'ask';
  if (asked.same_card === undefined) return null;
  return asked.same_card ? 'drop' : 'enter';
}
