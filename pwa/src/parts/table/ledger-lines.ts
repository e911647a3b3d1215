import type { Card, LedgerLine, Takes, View } from '../../engine';
import type { Speech, Told } from '../../words/speech';
import { apart, pair } from '../../words/pieces';
import { list, signed, t, tFrom } from '../../words/words.svelte';
import { pricedBy } from '../prints';
import { net } from './changes';
import { isPaidAtABust } from './incomes';
import { levied } from './levy';
import { drawnCard } from './lying';

/** Where the lines of modules stand among those of the game itself. */
const MODULES = '';
/** What weighs most of what follows from an entry is said first; the rest explains it. */
const WEIGHT = [
  'game_over',
  'end_triggered',
  'left',
  'joined',
  'house_rule',
  'reshuffled_early',
  'renamed',
  'seated',
  'starts',
  'keeping',
  'followed_again',
  'bust',
  'extra_tax',
  'tax_loss',
  'tax_bonus',
  'expedition',
  'hire',
  'trade',
  'repelled',
  'harbor_told',
  'lying',
  MODULES,
  'learned',
  'learned_instead',
  'missing',
  'expedition_aside',
  'placed',
  'kept',
  'turn_begins',
  'admiral',
  'jester_empty',
  'passed',
  'leftovers',
  'part_begins',
  'counted',
  'reshuffled',
  'happened_anyway',
];
/** The same of a module's lines, as src/modules/<name>/explains.ts says it. */
const EXPLAIN = Object.values(
  import.meta.glob<string[]>('../../modules/*/explains.ts', { eager: true, import: 'default' }),
).flat();
/** What only explains the others. */
const BESIDE = new Set([
  'trader',
  'compensation',
  'discarded',
  'unpaid',
  'short',
  'does_not_fit',
  'not_paid',
  'card_gone',
  'card_there',
  'paid_twice',
  'left_coins',
  'left_persons',
  'left_expeditions',
  'joined_coins',
  ...EXPLAIN,
]);

/** The two lines of the ledger for the last entry. */
export function tell(view: View, speech: Speech): Told {
  const last = view.last;
  if (!last) return { title: t('told.start', { name: speech.name(view.active) }), why: t('told.start_why') };
  if (last.ledger.some((line) => line.why.startsWith('tax_'))) return tax(view, last.ledger, speech);
  if (last.entry.type === 'stop') return stopped(view, speech);

  const lines = sorted(last.ledger);
  // What brings the end is told of whatever brought it.
  const ends = lines.find(({ why }) => why === 'end_triggered');
  const bringer = ends && lines.find(({ why }) => BRING_POINTS.has(why));
  const head = bringer ?? lines[0];
  if (!head) return { title: tFrom('told', last.entry.type, { defaultValue: '' }), why: '' };
  if (head.why === 'turn_begins') return handedOver(view, head, lines, speech);
  const { title, clauses, gains } = happened(view, head, lines, speech);
  const end = bringer && ends ? [t('told.last', { count: Number(ends.params?.['vp']) })] : [];
  return calm(title, [...end, ...clauses], gains);
}

/** What can bring the points that bring the end. */
const BRING_POINTS = new Set(['expedition', 'hire', 'trade']);

type Happened = Required<Pick<Told, 'title' | 'clauses'>> & Pick<Told, 'gains'>;

/** Two lines, never more: what has no room in the second one loses its last clause. */
function calm(title: string, clauses: string[], gains?: Told['gains']): Told {
  return { title, why: apart(clauses), clauses, ...(gains && { gains }) };
}

function happened(view: View, head: LedgerLine, lines: LedgerLine[], speech: Speech): Happened {
  const moved = besides(head, lines, speech);
  if (head.why === 'placed') return { title: speech.title(head), clauses: [joined(view, head, speech)] };
  if (head.why === 'repelled') return repelled(head, moved, speech);
  if (head.why === 'passed' && view.phase === 'trade_hire')
    return { title: speech.title(head), clauses: moved.length ? moved : [following(view, speech)] };
  if (head.why === 'expedition') return claimed(head, moved, speech);
  const took = head.why === 'hire' || head.why === 'trade' ? taken(head, lines, speech) : null;
  return took ?? { title: speech.title(head), clauses: moved.length ? moved : [speech.why(head)] };
}

/** Said by a module, and no more than what explains another line. */
export function ofModule({ why }: LedgerLine): boolean {
  return !WEIGHT.includes(why) && !explains(why);
}

function explains(why: string): boolean {
  return BESIDE.has(why) || isPaidAtABust(why);
}

function sorted(ledger: LedgerLine[]): LedgerLine[] {
  return [...ledger].sort((one, other) => weight(one) - weight(other));
}

function weight({ why }: LedgerLine): number {
  if (explains(why)) return WEIGHT.length;
  return WEIGHT.indexOf(WEIGHT.includes(why) ? why : MODULES);
}

/**
 * What follows from a card drawn. A ship: how many cards its colors give, or what another one would be where they give
 * no more than the one that everybody may take. A person: what the one whose turn it is pays, and of what that is made.
 */
function joined(view: View, head: LedgerLine, speech: Speech): string {
  const lying = view.harbor.at(-1);
  if (lying?.card.kind === 'ship') {
    const colors = view.takes && view.takes.by_colors > 1 ? ofColors(view.takes, speech) : '';
    return colors || speech.why(head);
  }
  if (lying?.card.kind !== 'person' || lying.price === undefined) return speech.why(head);
  const pays = t('told.pays', { name: speech.name(view.active), price: lying.price });
  return lying.price_by ? pair(pays, `${lying.card.cost ?? ''} ${changed(lying.price_by, speech)}`) : pays;
}

/** "− Mademoiselle 1 + Event 1" */
function changed(by: { why: string; count: number }[], speech: Speech): string {
  return by
    .map(({ why, count }) => `${count < 0 ? '−' : '+'} ${speech.term(why)} ${Math.abs(count)}`)
    .join(' ');
}

/** Who takes next, and after that. */
function following(view: View, speech: Speech): string {
  const seats = [view.acting, ...view.parts.map(({ seat }) => seat)];
  return t('told.then', { names: seats.map((seat) => speech.name(seat)).join(', ') });
}

/** So many of the swords were needed, and so many cards stay. */
function repelled({ params = {} }: LedgerLine, moved: string[], speech: Speech): Happened {
  const [swords, cards] = [Number(params['swords']), Number(params['cards'])];
  return {
    title: t('told.repelled', { card: speech.card(params['card'] as Card) }),
    clauses: [
      t('told.against', { needed: Number(params['needed']), count: swords, swords: speech.swords(swords) }),
      t('told.lie', { count: cards }),
      ...moved,
    ],
  };
}

/** An expedition claimed: its coins and what it makes in points, then of what those are. */
function claimed({ seat, coins = 0, params = {} }: LedgerLine, moved: string[], speech: Speech): Happened {
  const card = params['card'] as Card;
  const given = new Map<string, number>();
  for (const type of params['discard'] as string[]) given.set(type, (given.get(type) ?? 0) + 1);
  const persons = list(
    [...given].map(([type, count]) => (count > 1 ? `${count} × ${speech.term(type)}` : speech.term(type))),
  );
  const [points, lost] = [Number(params['points'] ?? 0), Number(params['given_up'] ?? 0)];
  return {
    title: t('told.claims', { name: speech.name(seat) }),
    clauses: [
      `${speech.card(card)} ${'vp' in card ? (card.vp ?? '') : ''}, ${persons}${lost ? ` ${signed(-lost)}` : ''}`,
      ...moved,
    ],
    gains: { coins, points },
  };
}

/**
 * A card taken: by whom, what it came to and of what, "−5: 4 and 1 to Ben", and the points that it brings.
 * Null where the parts do not make up the sum, as where somebody hired without having enough.
 */
function taken(head: LedgerLine, ledger: LedgerLine[], speech: Speech): Happened | null {
  const { seat, params = {} } = head;
  const hires = head.why === 'hire';
  const fee = ledger.find(
    (line) => line.why === 'compensation' && line.seat === seat && (line.coins ?? 0) < 0,
  );
  const trader = ledger.find((line) => line.why === 'trader' && line.seat === seat);
  const own = [head, fee, trader].filter((line) => line !== undefined);
  const pays = (line: LedgerLine): boolean =>
    line.coins !== undefined && line.coins !== 0 && !own.includes(line) && line.params?.['from'] !== seat;
  // A card that is worth points where it has gone.
  const counts = ({ params: said }: LedgerLine): boolean =>
    said?.['card'] !== undefined && said['vp'] !== undefined;
  const others = ledger.filter((line) => pays(line) || counts(line));
  const card = params['card'] as Card | undefined;
  if (!card) return null;

  const printed = hires ? Number(params['cost']) : (head.coins ?? 0);
  const discount = Number(params['discount'] ?? 0);
  if (hires && printed - discount !== -(head.coins ?? 0)) return null;
  const price = [`${printed}`];
  if (discount) price.push(changed([{ why: pricedBy(discount), count: -discount }], speech));
  if (trader) price.push(changed([{ why: 'trader', count: trader.coins ?? 0 }], speech));
  const to = fee && t('told.to', { count: -(fee.coins ?? 0), name: speech.name(Number(fee.params?.['to'])) });
  const made = price.join(' ');
  const sum = to ? (hires ? list([made, to]) : `${made} − ${to}`) : made;
  const came = net(own);
  const points = card.kind === 'person' ? (card.vp ?? 0) : 0;
  return {
    title: t(hires ? 'told.hires' : 'told.trades', { name: speech.name(seat), card: speech.card(card) }),
    clauses: [
      sum === `${printed}`
        ? t('told.coins', { count: Math.abs(came), figure: signed(came) })
        : pair(signed(came), sum),
      ...(points ? [t('told.points', { count: points, figure: signed(points) })] : []),
      ...others.map((line) => speech.title(line)),
    ],
  };
}

/** Everything else that moved coins with the same entry. */
function besides(head: LedgerLine, lines: LedgerLine[], speech: Speech): string[] {
  return lines.filter((line) => line !== head && line.coins).map((line) => speech.title(line));
}

/** A tax: who gains, then from how many coins on who loses what. */
function tax(view: View, lines: LedgerLine[], speech: Speech): Told {
  const losses = lines.filter((line) => line.why === 'tax_loss');
  const gains = lines.filter((line) => line.why === 'tax_bonus');
  const [sole, ...others] = losses;
  const loss = !sole
    ? t('tax.nobody_loses')
    : others.length
      ? levied(losses, speech)
      : t('tax.loses', { name: speech.name(sole.seat), coins: -(sole.coins ?? 0) });
  const card = drawnCard(view);
  const from = card?.kind === 'tax' && card.threshold ? t('tax.from', { count: card.threshold }) : '';
  const word = speech.term('tax');
  return calm(gains.length ? pair(word, levied(gains, speech)) : word, [from ? pair(from, loss) : loss]);
}

function stopped(view: View, speech: Speech): Told {
  const last = view.last;
  const title = t('told.stop', {
    name: speech.name(last?.entry.by ?? view.active),
    count: view.harbor.length,
  });
  const paid = (last?.ledger ?? []).filter((line) => line.coins);
  if (paid.length)
    return calm(
      title,
      paid.map((line) => speech.title(line)),
    );
  const following = view.parts.map((part) => speech.name(part.seat));
  return calm(title, following.length ? [t('told.then', { names: following.join(', ') })] : []);
}

/** The turn is somebody else's now: the phone goes with it. */
function handedOver(view: View, head: LedgerLine, lines: LedgerLine[], speech: Speech): Told {
  const paid = lines.filter((line) => line.coins).map((line) => speech.title(line));
  const left = lines.find((line) => line.why === 'leftovers');
  const other = left ? speech.title(left) : t('told.hand_over_why');
  return calm(
    t('told.hand_over', { name: speech.name(head.seat ?? view.active) }),
    paid.length ? paid : [other],
  );
}

/** "4 colors: 2 cards" */
function ofColors({ by_colors: count, colors }: Takes, speech: Speech): string {
  return t('takes.colors', {
    count,
    colors: t('takes.color_count', {
      count: colors,
      color: speech.term('color'),
      colors: speech.counted('color', 'colors', colors),
    }),
  });
}

/** How many cards, and why: "4 colours: 2 cards, Governor +1", each with its own reason. */
export function takesWhy(view: View, speech: Speech): string {
  const takes = view.takes;
  if (!takes) return '';
  const others = takes.seat !== view.active;
  const base = others
    ? t('takes.other', { count: takes.total - takes.extra, name: speech.name(view.active) })
    : ofColors(takes, speech);
  return [base, ...takes.reasons.map(({ why, count }) => `${speech.term(why)} ${signed(count)}`)].join(', ');
}

/** The same where there is room for figures only: "5 colors: 3, +1". */
export function takesShort({ takes, active }: View, speech: Speech): string {
  if (!takes) return '';
  const count = takes.total - takes.extra;
  const base =
    takes.seat === active
      ? t('takes.short', {
          count,
          colors: t('takes.color_count', {
            count: takes.colors,
            color: speech.term('color'),
            colors: speech.counted('color', 'colors', takes.colors),
          }),
        })
      : t('count.cards', { count });
  return takes.extra ? `${base}, ${signed(takes.extra)}` : base;
}

/** Who owns the swords that repel: "1 + 2". */
export function swordSum(view: View, seat: number): string {
  const swords = (view.players[seat]?.display ?? []).flatMap((person) =>
    person.swords ? [person.swords] : [],
  );
  return swords.join(' + ');
}

export function swordOwners(view: View, seat: number, speech: Speech): string {
  const owners = (view.players[seat]?.display ?? []).filter((person) => person.swords);
  return owners.map((person) => `${speech.card(person)} ${person.swords ?? ''}`).join(' + ');
}

export function names(seats: number[], speech: Speech): string {
  return list(seats.map((seat) => speech.name(seat)));
}
