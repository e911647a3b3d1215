import { engine, newId, NoAnswer, Rejected } from '../engine';
import type { Correction, Forecast, TableKey } from '../engine';

/** What was entered after what is corrected stays as it happened. */
export function kept(correction: Correction): Correction {
  return ['undo', 'redo', 'accept'].includes(correction.type)
    ? correction
    : ({ ...correction, keep: true } as Correction);
}

/** What a correction would change; null when nobody can say at the moment. */
export async function foresee(
  { key, view }: { key: TableKey | null; view: { revision: number } | null },
  correction: Correction,
): Promise<Forecast | null> {
  if (!key || !view) return null;
  try {
    return await engine().dryRun(key, view.revision, { id: newId(), correction: kept(correction) });
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof Rejected) return null;
    throw error;
  }
}
