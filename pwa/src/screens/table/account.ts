import type { Card, LedgerLine, Ship, View } from '../../engine';
import type { Booking, Slip, SlipReason } from '../../engine/accounts';
import { playing } from '../../engine/seating';
import { moduleDrawing, personDrawing, shipDrawing } from '../../drawings/sprite';
import type { Drawing } from '../../drawings/sprite';
import { t, worded } from '../../words/words.svelte';
import type { Speech } from '../../words/speech';
import { cardLabel } from '../../parts/table/labels';

/** One line of the account: all that an entry changed, in few words, and the coins after it. */
export interface Entered {
  revision: number;
  drawing: Drawing;
  color: string;
  words: string;
  coins: number;
  balance: number;
}

/** The lines of one turn, the newest first. */
export interface Turn {
  key: string;
  title: string;
  entered: Entered[];
}

export const isCard = (value: unknown): value is Card =>
  typeof value === 'object' && value !== null && 'kind' in value;
const isShip = (card: Card | undefined): card is Ship => card?.kind === 'ship';

function cardOf(line: LedgerLine): Card | undefined {
  const card = line.params?.['card'];
  return isCard(card) ? card : undefined;
}

const DRAWINGS: Record<string, Drawing> = {
  tax: 'tax',
  admiral: 'admiral',
  jester: 'jester',
  expedition: 'expedition',
  compensation: 'hand',
  trader: 'trader',
};

/** A ship or a person as it is drawn, else the sign of what was paid. */
function drawingOf(why: string, card: Card | undefined): Drawing {
  if (isShip(card)) return shipDrawing(card.color);
  if (card?.kind === 'person') return personDrawing(card.type);
  if (card) return card.kind;
  return DRAWINGS[why.split('_')[0] ?? ''] ?? moduleDrawing(why, 'pen');
}

function wordsOf(line: LedgerLine, speech: Speech): string {
  const { params = {}, why } = line;
  const card = cardOf(line);
  const key = why === 'compensation' ? ('to' in params ? 'compensation_to' : 'compensation_from') : why;
  return worded('booking', key, {
    ...speech.about(line),
    coins: Math.abs(line.coins ?? 0),
    card: card ? speech.card(card) : '',
    name: speech.name(Number(params['to'] ?? params['from'])),
    trader: speech.term('trader'),
    admiral: speech.term('admiral'),
    jester: speech.term('jester'),
    expedition: speech.term('expedition'),
    tax: speech.term('tax'),
  });
}

/** The last changes of a player's coins, turn by turn; an entry's lines are one line. */
export function turnsOf(bookings: Booking[], seat: number, view: View, speech: Speech, most: number): Turn[] {
  const turns: Turn[] = [];
  let last: Entered | undefined;
  let shown = 0;
  for (const {
    revision,
    turn: [round, active],
    line,
    balance,
  } of bookings) {
    if (last?.revision === revision) {
      last.coins += line.coins ?? 0;
      last.words = `${wordsOf(line, speech)}, ${last.words}`;
      last.drawing = drawingOf(line.why, cardOf(line));
      last.color = colorOf(line);
      continue;
    }
    if (shown === most) break;
    shown += 1;
    const key = `${round}-${active}`;
    if (turns.at(-1)?.key !== key)
      turns.push({ key, title: turnTitle(round, active, seat, view, speech), entered: [] });
    const one: Entered = {
      revision,
      drawing: drawingOf(line.why, cardOf(line)),
      color: colorOf(line),
      words: wordsOf(line, speech),
      coins: line.coins ?? 0,
      balance,
    };
    turns.at(-1)?.entered.push(one);
    last = one;
  }
  return turns;
}

function colorOf(line: LedgerLine): string {
  const card = cardOf(line);
  return isShip(card) ? card.color : '';
}

function turnTitle(round: number, active: number, seat: number, view: View, speech: Speech): string {
  if (round === view.round && active === view.active) return t('account.this_turn', { round });
  return active === seat
    ? t('account.own_turn', { round })
    : t('account.turn_of', { round, name: speech.name(active) });
}

/** A card by its name; with its numbers where the two would be called the same. */
function named(card: Card, one: Card, other: Card, speech: Speech): string {
  if (card.kind === 'tax')
    return `${speech.card(card)} (${t(`bonus.${card.bonus}`, { swords: speech.term('swords') })})`;
  return one !== other && speech.card(one) === speech.card(other)
    ? cardLabel(card, speech)
    : speech.card(card);
}

export interface Explained {
  title: string;
  why: string;
  drawing: Drawing;
  color: string;
}

/** What may have gone wrong, in words. */
export function explain(slip: Slip, view: View, speech: Speech): Explained {
  const { card, to } = { card: slip.params['card'], to: slip.params['to'] };
  const [one, other] = [isCard(card) ? card : undefined, isCard(to) ? to : undefined];
  const said = Object.fromEntries(
    Object.entries(slip.params).map(([key, value]) => [
      key,
      isCard(value) ? named(value, other ?? value, one ?? value, speech) : value,
    ]),
  );
  let key = slip.kind;
  if (slip.kind === 'taker')
    Object.assign(said, {
      card: one ? speech.card(one) : '',
      to: speech.name(Number(to)),
      from: speech.name(Number(slip.params['from'])),
    });
  if (slip.kind === 'missed_draw' && one) key = 'missed_draw_card';
  if (slip.kind === 'doubled_draw' && one) said['card'] = speech.card(one);
  if (slip.kind === 'order') {
    for (const name of ['first', 'second'] as const) {
      const about = slip.params[name];
      said[name] = isCard(about) ? speech.card(about) : '';
    }
  }
  if (slip.kind === 'numbers' && one && other) {
    if (one.kind === 'ship' && other.kind === 'ship')
      [key, said['card'], said['to'], said['from']] = [
        'numbers_ship',
        speech.card(one),
        other.coins,
        one.coins,
      ];
    else if (one.kind === 'person' && other.kind === 'person' && one.cost !== other.cost)
      [key, said['card'], said['to'], said['from']] = [
        'numbers_person',
        speech.card(one),
        other.cost,
        one.cost,
      ];
  }
  const paid = slip.params['why'];
  // A price or a ship is known by its card, what came on top of it by who gave it.
  const shown = typeof paid === 'string' && !['trade', 'hire'].includes(paid) ? undefined : (other ?? one);
  const [round, active] = slip.turn;
  const now = round === view.round && active === view.active;
  const title = speech.sentence(`slips.${key}.title`, said, slip.seat);
  return {
    title: t(now ? 'account.slip_now' : 'account.slip', { round, what: title }),
    why: speech.sentence(`slips.${key}.why`, said, slip.seat),
    drawing: shown || typeof paid === 'string' ? drawingOf(String(paid), shown) : 'pile',
    color: isShip(shown) ? shown.color : '',
  };
}

/** Who else would have other coins than recorded: they should be counted too. */
export function othersOf(
  reason: SlipReason,
  seats: number[],
  view: View,
): { seat: number; coins: number; had: number }[] {
  return playing(view)
    .map(({ seat, coins }) => ({ seat, coins: reason.then.coins[seat] ?? coins, had: coins }))
    .filter(({ seat, coins, had }) => !seats.includes(seat) && coins !== had);
}
