import type { View } from '../../engine';
import { nowOrNever, wishOf } from '../../parts/modules/now';
import type { NowOrNever, Wish } from '../../parts/modules/now';
import { keep, recall } from '../../stores/database';

/** What somebody can complete now or never, and who does not want to be asked: that is no entry, it stays on this phone. */
export class Moment {
  wishes = $state.raw<Wish[]>([]);
  /** Left at this revision: what comes next is asked anew. */
  private left = $state.raw<{ revision: number; goals: string[] }>({ revision: -1, goals: [] });

  constructor(private readonly code: string) {}

  async open(): Promise<void> {
    this.wishes = (await recall<Wish[]>(this.key).catch(() => undefined)) ?? [];
  }

  private get key(): string {
    return `never:${this.code}`;
  }

  asks(view: View, seats: readonly number[] | null): NowOrNever | null {
    return nowOrNever(view, this.wishes, this.left.revision === view.revision ? this.left.goals : [], seats);
  }

  leave({ goal }: NowOrNever, { revision }: View): void {
    this.left = { revision, goals: [...(this.left.revision === revision ? this.left.goals : []), goal.id] };
  }

  never({ goal, ways }: NowOrNever): void {
    this.wish([...this.wishes, ...ways.map(({ by }) => wishOf(goal.id, by))]);
  }

  askAgain(goal: string): void {
    this.wish(this.wishes.filter((one) => !one.startsWith(`${goal}:`)));
  }

  /** Who does not want to be asked about it. */
  silent(goal: string): number[] {
    return this.wishes
      .filter((one) => one.startsWith(`${goal}:`))
      .map((one) => Number(one.slice(goal.length + 1)));
  }

  private wish(wishes: Wish[]): void {
    this.wishes = wishes;
    void keep(this.key, wishes);
  }
}
