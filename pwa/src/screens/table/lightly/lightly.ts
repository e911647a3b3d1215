import type { Card, Template, View } from '../../../engine';
import type { Box, Printed } from '../../../parts/table/box';

/** Nothing lies on the screen before Discover ends: the cards are drawn in peace. */
export function inPeace(view: View): boolean {
  return view.phase === 'discover' && (view.keeping?.now ?? 'cards') !== 'cards';
}

/** Only what is taken and hired is told of this turn. */
export function onlyTaken(view: View): boolean {
  return view.phase !== 'game_over' && view.keeping?.now === 'takes';
}

/** The harbor is told when Discover ends; with the cards of a module that says more with it, by other templates. */
export function harborTold(view: View): Template | undefined {
  return view.allowed.find(({ type, module }) => type === 'harbor' && !module);
}

/** As many cards as there are. */
export function tellsAll(template: Template): boolean {
  return template.asks?.some(({ of, count }) => of === 'card' && count === 0) ?? false;
}

/** Who may take now, and with which template: whoever acts first, then those whose parts follow. */
export function takersOf(view: View): Template[] {
  return view.allowed.filter(({ type }) => type === 'take_card');
}

/** How many cards lie there, where somebody is paid by that. */
export function countOf(view: View, nobody = false): Template | undefined {
  return view.allowed.find(({ type, nobody: none = false }) => type === 'lying' && none === nobody);
}

export function asksCount(template: Template | undefined): boolean {
  return template?.asks?.some(({ key }) => key === 'count') ?? false;
}

/** What may be told of a card that is taken; `net`: what it does to the taker's coins. */
export interface Worth {
  card: Card & { id: string };
  net: number;
  dear: boolean;
}

/** Each card that makes a difference to who takes it: of a ship only its coins do. */
export function worthTo({ nets = {}, dear = [] }: Template, printed: Printed[]): Worth[] {
  const found = printed.flatMap(({ card }) => {
    const net = nets[card.id];
    return net === undefined ? [] : [{ card, net, dear: dear.includes(card.id) }];
  });
  const first = new Map<string, Worth>();
  for (const one of found) {
    const alike = one.card.kind === 'ship' ? `${one.card.color} ${one.card.coins}` : one.card.id;
    if (!first.has(alike)) first.set(alike, one);
  }
  return [...first.values()].sort((one, other) => figureOf(one.card) - figureOf(other.card));
}

/** The figure that tells cards of a kind apart. */
function figureOf(card: Card): number {
  return card.kind === 'ship' ? card.coins : card.kind === 'person' ? card.cost : 0;
}

/** What was taken of this turn, by seat. */
export interface Haul {
  cards: Card[];
  coins: number;
}

export function hauls({ taken }: Pick<View, 'taken'>): Map<number, Haul> {
  const found = new Map<number, Haul>();
  for (const { seat, card, coins } of taken) {
    const { cards, coins: before } = found.get(seat) ?? { cards: [], coins: 0 };
    found.set(seat, { cards: [...cards, card], coins: before + coins });
  }
  return found;
}

/** Seats from whoever's turn it is, clockwise. */
export function inTurn({ order, active }: Pick<View, 'order' | 'active'>): number[] {
  const at = Math.max(0, order.indexOf(active));
  return [...order.slice(at), ...order.slice(0, at)];
}

/** Colors of the ships among cards that are told by their ids, or as they are. */
export function colorsOf(cards: (Card | string)[], box: Box): Set<string> {
  return new Set(
    cards.flatMap((one) => {
      const card = box.card(one);
      return card?.kind === 'ship' ? [card.color] : [];
    }),
  );
}
