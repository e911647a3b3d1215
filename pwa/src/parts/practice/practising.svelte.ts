import { untrack } from 'svelte';

import type { Card, View } from '../../engine';
import type { TableStore } from '../../stores/table.svelte';
import type { Asked } from '../table/box';
import { dealt } from './deal';
import { partnerDoes } from './partner';

/** Who learns sits here, the partner beside. */
export const LEARNER = 0;
const PARTNER = 1;
/** How long the partner thinks: as long as her last tap takes to be read. */
const THINKS = 1400;

/** What would lie on a table: the deck that the phone deals while somebody learns to enter it. */
export class Practising {
  /** What was turned up and is to be entered. */
  up = $state.raw<Card | null>(null);
  /** What was tapped was not what lies there. */
  wrong = $state(false);
  private cards: (id: string) => Card | undefined = () => undefined;
  private thinking: ReturnType<typeof setTimeout> | undefined;
  private seen = -1;

  constructor(private readonly store: TableStore) {}

  /** The table has moved: what was taken back lies there again. The partner plays when it is hers to, and nobody reads anything else. */
  follow(view: View, cards: (id: string) => Card | undefined, reads: boolean): void {
    untrack(() => {
      this.cards = cards;
      clearTimeout(this.thinking);
      if (!reads && partnerDoes(view, PARTNER)) this.thinking = setTimeout(() => this.partner(), THINKS);
      if (view.revision === this.seen) return;
      this.seen = view.revision;
      const { undone } = this.store;
      const back =
        undone !== null && undone !== 'correction' && undone.type === 'draw' ? undone.card : undefined;
      this.up = (typeof back === 'string' ? cards(back) : back) ?? null;
      this.wrong = false;
    });
  }

  /** Turns up a card of the deck; undefined where none is left. */
  turnUp(): void {
    const id = dealt(this.store.view?.unseen ?? {});
    this.up ??= (id && this.cards(id)) || null;
    this.wrong = false;
  }

  /** Whether the partner is to play. */
  get waits(): boolean {
    return this.store.view !== null && this.store.view.acting !== LEARNER;
  }

  /** Whether that is the card that lies there; where not, it is not entered, and said. */
  lies(card: Card | string): boolean {
    this.wrong = this.up?.id !== (typeof card === 'string' ? card : card.id);
    return !this.wrong;
  }

  /** Whether anything lies there that a key could mean; where not, that is said. */
  means(): boolean {
    this.wrong = this.up === null;
    return !this.wrong;
  }

  /** The key that leads to the card, and then the card itself: what is lit on the pad. */
  lights(what: string, asked: Asked | null): boolean {
    const { up } = this;
    if (!up || (this.store.view?.acting ?? PARTNER) !== LEARNER) return false;
    return what === (asked ? up.id : keyOf(up));
  }

  close(): void {
    clearTimeout(this.thinking);
  }

  private partner(): void {
    const { view } = this.store;
    if (!view || view.revision !== this.seen) return;
    const does = partnerDoes(view, PARTNER);
    const card = does === 'draw' ? dealt(view.unseen) : undefined;
    if (card) void this.store.record({ type: 'draw', by: PARTNER, card });
    else if (does && does !== 'draw') void this.store.record(does);
  }
}

/** As the pad names its keys. */
function keyOf(card: Card): string {
  if (card.kind === 'ship') return `ship:${card.color}`;
  return card.kind === 'person' ? `person:${card.type}` : `${card.kind}:`;
}
