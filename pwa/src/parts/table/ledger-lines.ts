import type { Card, LedgerLine, View } from '../../engine';
import type { Speech, Told } from '../../words/speech';
import { apart, pair } from '../../words/pieces';
import { list, signed, t, tFrom } from '../../words/words.svelte';
import { net } from './changes';
import { levied } from './levy';

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
/** What only explains the others. */
const BESIDE = new Set([
  'trader',
  'compensation',
  'jester_bust',
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
  'item_given',
  'person_given',
  'mission_coins',
  'marker_frees',
]);

/** The two lines of the ledger for the last entry. */
export function tell(view: View, speech: Speech): Told {
  const last = view.last;
  if (!last) return { title: t('told.start', { name: speech.name(view.active) }), why: t('told.start_why') };
  if (last.ledger.some((line) => line.why.startsWith('tax_'))) return tax(last.ledger, speech);
  if (last.entry.type === 'stop') return stopped(view, speech);

  const lines = sorted(last.ledger);
  const head = lines[0];
  if (!head) return { title: tFrom('told', last.entry.type, { defaultValue: '' }), why: '' };
  if (head.why === 'turn_begins') return handedOver(view, head, lines, speech);
  const took = head.why === 'hire' || head.why === 'trade' ? taken(head, last.ledger, speech) : null;
  if (took) return took;
  return {
    title: speech.title(head),
    why: priced(view, head, speech) || besides(head, lines, speech) || speech.why(head),
  };
}

/** Said by a module, and no more than what explains another line. */
export function ofModule({ why }: LedgerLine): boolean {
  return !WEIGHT.includes(why) && !BESIDE.has(why);
}

function sorted(ledger: LedgerLine[]): LedgerLine[] {
  return [...ledger].sort((one, other) => weight(one) - weight(other));
}

function weight({ why }: LedgerLine): number {
  if (BESIDE.has(why)) return WEIGHT.length;
  return WEIGHT.indexOf(WEIGHT.includes(why) ? why : MODULES);
}

/** A person drawn: what the one whose turn it is would pay, where that is less than printed. */
function priced(view: View, head: LedgerLine, speech: Speech): string {
  const lying = head.why === 'placed' ? view.harbor.at(-1) : undefined;
  if (lying?.card.kind !== 'person' || lying.price === undefined || !lying.discount) return '';
  if (lying.discount < 0)
    return t('told.would_pay_more', {
      name: speech.name(view.active),
      price: lying.price,
      cost: lying.card.cost,
      more: -lying.discount,
      why: speech.term('event'),
    });
  return t('told.would_pay', {
    name: speech.name(view.active),
    price: lying.price,
    cost: lying.card.cost,
    discount: lying.discount,
    why: speech.term('mademoiselle'),
  });
}

/**
 * A card taken: what it came to for the taker, "Cleo −4: Sailor", and of what, "3 printed + 1 to Ben".
 * Null where the parts do not make up the sum, as where somebody hired without having enough.
 */
function taken(head: LedgerLine, ledger: LedgerLine[], speech: Speech): Told | null {
  const { seat, params = {} } = head;
  const price = head.why === 'hire';
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
  const card = params['card'];
  if (typeof card !== 'object' || card === null) return null;

  const printed = price ? Number(params['cost']) : (head.coins ?? 0);
  const discount = Number(params['discount'] ?? 0);
  if (price && printed - discount !== -(head.coins ?? 0)) return null;
  const parts = [t('told.printed', { count: printed })];
  if (discount)
    parts.push(
      discount > 0
        ? `− ${speech.term('mademoiselle')} ${discount}`
        : `+ ${speech.term('event')} ${-discount}`,
    );
  if (trader) parts.push(`+ ${speech.term('trader')} ${trader.coins ?? 0}`);
  if (fee)
    parts.push(
      `${price ? '+' : '−'} ${t('told.to', { count: -(fee.coins ?? 0), name: speech.name(Number(fee.params?.['to'])) })}`,
    );
  return {
    title: pair(`${speech.name(seat)} ${signed(net(own))}`, speech.card(card as unknown as Card)),
    why: apart([parts.join(' '), ...others.map((line) => speech.title(line))]),
  };
}

/** Everything else that moved coins with the same entry. */
function besides(head: LedgerLine, lines: LedgerLine[], speech: Speech): string {
  return apart(lines.filter((line) => line !== head && line.coins).map((line) => speech.title(line)));
}

function tax(lines: LedgerLine[], speech: Speech): Told {
  const losses = lines.filter((line) => line.why === 'tax_loss');
  const gains = lines.filter((line) => line.why === 'tax_bonus');
  const first = gains[0] ?? losses[0];
  const why = gains.length === 1 && gains[0] ? speech.title(gains[0]) : first ? speech.why(first) : '';
  return { title: levied(lines, speech) || t('tax.nobody'), why };
}

function stopped(view: View, speech: Speech): Told {
  const last = view.last;
  const title = t('told.stop', {
    name: speech.name(last?.entry.by ?? view.active),
    count: view.harbor.length,
  });
  const paid = (last?.ledger ?? []).filter((line) => line.coins);
  if (paid.length) return { title, why: apart(paid.map((line) => speech.title(line))) };
  const following = view.parts.map((part) => speech.name(part.seat));
  return { title, why: following.length ? t('told.then', { names: following.join(', ') }) : '' };
}

/** The turn is somebody else's now: the phone goes with it. */
function handedOver(view: View, head: LedgerLine, lines: LedgerLine[], speech: Speech): Told {
  const paid = lines.filter((line) => line.coins).map((line) => speech.title(line));
  const left = lines.find((line) => line.why === 'leftovers');
  const why = paid.length ? apart(paid) : left ? speech.title(left) : '';
  return {
    title: t('told.hand_over', { name: speech.name(head.seat ?? view.active) }),
    why: why || t('told.hand_over_why'),
  };
}

/** How many cards, and why: "4 colours: 2 cards, Governor +1", each with its own reason. */
export function takesWhy(view: View, speech: Speech): string {
  const takes = view.takes;
  if (!takes) return '';
  const others = takes.seat !== view.active;
  const base = others
    ? t('takes.other', { count: takes.total - takes.extra, name: speech.name(view.active) })
    : t('takes.colors', {
        count: takes.by_colors,
        colors: t('takes.color_count', {
          count: takes.colors,
          color: speech.term('color'),
          colors: speech.counted('color', 'colors', takes.colors),
        }),
      });
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
