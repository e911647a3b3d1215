import { forget, keep, recall } from '../../../stores/database';
import type { Template, View } from '../../../engine';
import { begin } from '../saying';
import type { Saying, Told } from '../saying';

/** Cards that were told of a harbor that is not entered yet, and of which turn. */
interface Lies { turn: string; cards: Told }

function turnOf({ round, active }: View): string {
  return `${round} ${active}`;
}

/** What the group has said of a turn that is not entered yet: it is still there when the page comes back. */
export class Lightly {
  /** Who was tapped as the taker; -1: whoever acts. */
  taker = $state(-1);
  private lies = $state.raw<Lies | undefined>();
  /** How many cards lie there in the turn that comes next, and whose that is. */
  private next: { seat: number; cards: number } | null = null;

  constructor(private readonly code: string) {}

  private get place(): string {
    return `harbor ${this.code}`;
  }

  async open(): Promise<void> {
    this.lies = await recall<Lies>(this.place);
  }

  /** The harbor as far as it was told. */
  begin(template: Template, view: View): Saying {
    return { ...begin(template), cards: this.lies?.turn === turnOf(view) ? this.lies.cards : [] };
  }

  lie(cards: Told, view: View): void {
    const lies = { turn: turnOf(view), cards };
    this.lies = lies;
    void keep(this.place, lies);
  }

  /** How many cards of this turn were told. */
  told(view: View): number {
    return this.lies?.turn === turnOf(view) ? this.lies.cards.length : 0;
  }

  entered(): void {
    this.lies = undefined;
    void forget([this.place]);
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
