import type { Template, View } from '../../../engine';
import type { Drafts } from '../../../stores/drafts.svelte';
import { begin } from '../../../parts/table/saying';
import type { Saying, Told } from '../../../parts/table/saying';

/** The step whose draft is the harbor. */
const HARBOR = 'harbor';

/** What the group has said of a turn that is not entered yet: it is still there when the page comes back. */
export class Lightly {
  /** Who was tapped as the taker; -1: whoever acts. */
  taker = $state(-1);
  /** How many cards lie there in the turn that comes next, and whose that is. */
  private next: { seat: number; cards: number } | null = null;

  constructor(private readonly drafts: Drafts) {}

  /** The harbor as far as it was told. */
  begin(template: Template, view: View): Saying {
    return { ...begin(template), cards: this.drafts.of<Told>(HARBOR, view) ?? [] };
  }

  lie(cards: Told, view: View): void {
    this.drafts.put(HARBOR, cards, view);
  }

  /** How many cards of this turn were told. */
  told(view: View): number {
    return this.drafts.of<Told>(HARBOR, view)?.length ?? 0;
  }

  entered(): void {
    this.drafts.drop(HARBOR);
  }

  /** Counted ahead, with the end of the turn before. */
  count(cards: number, { order, active }: View): void {
    this.next = { seat: order[(order.indexOf(active) + 1) % order.length] ?? active, cards };
  }

  /** What was counted ahead, once, and for that turn alone. */
  counted({ phase, active }: View): number | undefined {
    if (!this.next || phase === 'trade_hire') return undefined;
    const { seat, cards } = this.next;
    this.next = null;
    return phase === 'discover' && seat === active ? cards : undefined;
  }
}
