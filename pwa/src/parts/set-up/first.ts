import { engine, newId } from '../../engine';
import type { Entry, OpenedTable } from '../../engine';

/** Enters what a table begins with. What nobody has answered yet waits in its book, and the rest behind it. */
export async function enterFirst(opened: OpenedTable, entries: Entry[]): Promise<OpenedTable> {
  let { view } = opened;
  for (const entry of entries) {
    const outcome = await engine().record(opened, view.revision, { id: newId(), entry });
    if (outcome.kind === 'refused' || outcome.kind === 'stale') break;
    if (outcome.kind === 'recorded') ({ view } = outcome);
  }
  return { ...opened, view };
}
