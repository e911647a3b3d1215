import type { Card, Color } from '../../../engine';
import { COLORS, onlyOne } from '../../../parts/table/box';
import type { Asked, Box, Printed } from '../../../parts/table/box';
import { unreadOf } from '../../../parts/table/learning';
import { strangeTax } from '../strange';

/** What a key asks, by what it says that it opens. */
export function read(what: string): Asked {
  const [kind, of, color] = what.split(':');
  if (kind === 'ship') return { kind, color: of as Color };
  if (kind === 'person') return { kind, type: of ?? '', ...(color ? { color } : {}) };
  return { kind: kind as 'expedition' | 'tax' | 'more' };
}

/** The other way round: what the key says that asks it. */
export function opens(question: Asked): string {
  if (question.kind === 'ship') return `ship:${question.color}`;
  if (question.kind === 'person')
    return `person:${question.type}${question.color ? `:${question.color}` : ''}`;
  return `${question.kind}:`;
}

/** The cards that it can be. */
export function printedFor(question: Asked, box: Box): Printed[] {
  if (question.kind === 'ship') return box.ships(question.color);
  if (question.kind === 'person') return box.persons(question.type, question.color);
  if (question.kind === 'more') return box.shelf;
  return question.kind === 'expedition' ? box.expeditions() : box.taxes();
}

export function carriedBy(question: Asked, box: Box): string[] {
  return question.kind === 'ship' && COLORS.includes(question.color) ? box.carried : [];
}

/** A ship that may carry something lies there unread; of the other kinds whoever reads it off says so. */
export function unreadShip(question: Asked, box: Box): Card | undefined {
  return question.kind === 'ship' && !question.item && box.open(question)
    ? unreadOf(question, box)
    : undefined;
}

/** What a tap means where nothing has to be asked: the one card, or that its numbers are read off. */
export function meant(question: Asked, box: Box): Printed | 'other' | null {
  const printed = printedFor(question, box);
  const fresh = box.fresh(question);
  if (fresh) return !printed.length && question.kind !== 'tax' && question.kind !== 'more' ? 'other' : null;
  const others =
    question.kind === 'ship'
      ? box.counted(question, printed).more
      : question.kind === 'tax' && strangeTax(box) !== undefined;
  return (!others && onlyOne(printed)) || null;
}

/** A tap on its key takes the question back. */
export function takesBack(question: Asked, asked: Asked | null): boolean {
  return (
    JSON.stringify(question) === JSON.stringify(asked) ||
    (asked?.kind === 'ship' && question.kind === 'ship' && asked.color === question.color)
  );
}
