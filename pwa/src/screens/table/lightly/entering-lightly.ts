import type { Entry, Template } from '../../../engine';
import { entryOf } from '../../../parts/table/entry';
import type { AtTable } from '../on-table';
import type { LightKeys } from './light-keys';

type Around = Pick<AtTable, 'store' | 'standing' | 'asking' | 'telling' | 'opens' | 'entering' | 'lightly'>;

/** What the keys of a turn enter that is not told card by card. */
export class EnteringLightly implements LightKeys {
  constructor(private readonly at: Around) {}

  get taker(): number {
    return this.at.lightly.taker;
  }

  get told(): number {
    const { lightly, standing } = this.at;
    return standing.view ? lightly.told(standing.view) : 0;
  }

  onall = (): void => void this.all();
  ontake = (template: Template, card: string): void => void this.take(template, card);

  onsay = (template: Template, count: number): void => {
    void this.at.store.record(entryOf(template, { count }));
  };

  /** The turn is over, and of the next one it is known already how many cards lie there. */
  onnext = (template: Template, cards: number): void => {
    const { entering, lightly, standing } = this.at;
    if (standing.view) lightly.count(cards, standing.view);
    entering.choose(template);
  };

  /** All that lies there was told. */
  private async all(): Promise<void> {
    const { lightly, opens, store, telling } = this.at;
    const whole = telling.whole();
    if (!whole) return;
    const { template, entry } = whole;
    const refusal = await this.refused(entry);
    if (refusal) {
      opens.show({
        sheet: 'why',
        template: { ...template, allowed: false, refusal },
        said: { cards: entry.cards },
      });
    } else {
      telling.leave();
      lightly.entered();
      void store.record(entry);
    }
  }

  private async take(template: Template, id: string): Promise<void> {
    const { asking, opens, standing, store } = this.at;
    asking.close();
    const card = standing.box?.card(id);
    const entry = entryOf(template, { card: id });
    const refusal = template.refusal ?? (template.dear?.includes(id) ? await this.refused(entry) : undefined);
    if (refusal)
      opens.show({
        sheet: 'why',
        template: { ...template, allowed: false, refusal, ...(card ? { card } : {}) },
        said: { card: id },
      });
    else void store.record(entry);
  }

  private async refused(entry: Entry): Promise<NonNullable<Template['refusal']> | undefined> {
    const seen = await this.at.store.ask(entry);
    return seen?.kind === 'refused' && seen.refusal ? seen.refusal : undefined;
  }
}
