import { tick } from 'svelte';

import type { Card } from '../../engine';
import { arrives, fly, ghostOf } from '../../parts/harbor/ghost';
import type { Goal } from '../../parts/harbor/ghost';
import type { Journey } from './journey';

/**
 * Called while the screen still shows the state before: copies what is about to leave, and sends it on its way once
 * the new state is there. A drawn card's own way up is the harbor's.
 */
export function travel(screen: HTMLElement | undefined, { way, back, index, seat, card }: Journey): void {
  if (!screen || (way === 'drawn' && !back)) return;
  const leaving = back === (way === 'drawn');
  const ghost = leaving ? ghostOf(find(screen, way, index)) : null;
  void tick().then(() => {
    const tile = leaving ? null : find(screen, way, index);
    const goal =
      way === 'taken'
        ? (under(screen, seat, card) ?? line(screen, seat))
        : way === 'drawn'
          ? key(screen, card)
          : aside(ghost?.from ?? tile?.getBoundingClientRect());
    if (!goal) return;
    if (ghost) fly(ghost, goal);
    else arrives(tile, goal);
  });
}

function find(screen: HTMLElement, way: Journey['way'], index: number | null): Element | null {
  if (way === 'taken') return screen.querySelector(`.cards.trade [data-index="${index ?? ''}"]`);
  const berths = screen.querySelectorAll('.cards > .berth-in:not(.free)');
  return (
    screen.querySelector(`.cards > .berth-in[data-index="${index ?? ''}"]`) ??
    berths[berths.length - 1] ??
    null
  );
}

/** A ship that goes under somebody goes just there. */
function under(screen: HTMLElement, seat: number, card: Card | null): Goal | null {
  const line = card?.kind === 'ship' ? screen.querySelectorAll('.player')[seat] : undefined;
  const rect = line
    ?.querySelector(`.due [data-under="${card?.kind === 'ship' ? card.color : ''}"]`)
    ?.getBoundingClientRect();
  return rect ? { rect, scale: 0.2, fades: true } : null;
}

function line(screen: HTMLElement, seat: number): Goal | null {
  const rect = screen.querySelectorAll('.player')[seat]?.getBoundingClientRect();
  return rect ? { rect, scale: 0.3, fades: true } : null;
}

/** The key that a card is drawn with; persons without one share the last. */
function key(screen: HTMLElement, card: Card | null): Goal | null {
  if (!card) return null;
  const opens =
    card.kind === 'ship'
      ? `ship:${card.color}`
      : card.kind === 'person'
        ? `person:${card.type}`
        : `${card.kind}:`;
  const rect = (
    screen.querySelector(`[data-opens="${opens}"]`) ?? screen.querySelector('[data-opens="more:"]')
  )?.getBoundingClientRect();
  return rect ? { rect, scale: 0.6, fades: true } : null;
}

/** Off to the left, out of the harbor. */
function aside(from: DOMRect | undefined): Goal | null {
  return from
    ? { rect: new DOMRect(from.x - 160, from.y, from.width, from.height), scale: 1, fades: true }
    : null;
}
