import type { Correction, Entry } from '../../engine';
import type { Counted, Repair } from '../../engine/accounts';
import { foresee } from '../../stores/repairing';
import type { TableStore } from '../../stores/table.svelte';
import type { Opens } from './opens.svelte';
import type { Underway } from './underway.svelte';

/** What was entered wrongly, or what lies on the table otherwise than the log says. */
export class PuttingRight {
  constructor(
    private readonly store: TableStore,
    private readonly opens: Opens,
    private readonly underway: Underway,
  ) {}

  /** Done at once; where later entries would be marked, what it changes comes first. */
  weigh = async (correction: Correction, said: string): Promise<void> => {
    const forecast = await foresee(this.store, correction);
    if (forecast && (forecast.kind === 'refused' || (forecast.consequences?.kept_count ?? 0) > 0))
      this.opens.show({ sheet: 'weighed', correction, said, forecast });
    else this.correct(correction);
  };

  correct = (correction: Correction): void => {
    this.opens.close();
    this.underway.from = null;
    void this.store.correct(correction);
  };

  /** What lies on the table is right, and the log says so. */
  count = (counted: Counted | Pick<Entry, 'markers'>): void => {
    this.opens.close();
    void this.store.record({ type: 'count', ...counted });
  };

  mend = ({ correction, entry, override }: Repair): void => {
    this.opens.close();
    if (correction) void this.store.correct(correction);
    else if (entry) void this.store.record(entry, override);
  };
}
