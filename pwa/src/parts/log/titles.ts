import type { Entry, LogLine, Marked, Template, View } from '../../engine';
import type { Speech } from '../../words/speech';
import { pair } from '../../words/pieces';
import { list, signed, t } from '../../words/words.svelte';
import { cardOf, passing } from './turns';

/** What an entry of the whole table is about, whatever else it says. */
const LIFE: Record<string, string> = { leave: 'left', join: 'joined', rules: 'house_rule' };

/** An entry of the log in one line. */
export function titleOf(line: LogLine | Marked, speech: Speech): string {
  const type = line.entry?.type ?? '';
  const name = speech.name(line.seat);
  const card = cardOf(line);
  const named = card ? speech.card(card) : '';
  const bust = line.ledger?.find(({ why }) => why === 'bust');
  if (bust) return speech.title(bust);
  if (type === 'draw')
    return line.ledger?.some(({ why }) => why === 'repelled')
      ? t('log.repel', { card: named })
      : t('log.draw', { card: named });
  if (type === 'take') return t(card?.kind === 'ship' ? 'log.take' : 'log.hire', { name, card: named });
  if (type === 'pass') {
    const seats = passing(line);
    return t('log.pass', { count: seats.length, names: list(seats.map((seat) => speech.name(seat))) });
  }
  if (type === 'claim_expedition') return t('log.claim', { name, expedition: speech.term('expedition') });
  if (type === 'repel' || type === 'keep') return t(`log.${type}`, { card: named });
  if (type === 'stop') return t('log.stop', { name });
  if (type === 'count') return t('log.count');
  const first = line.ledger?.find(({ why }) => why === LIFE[type]) ?? line.ledger?.[0];
  return (
    (first && speech.title(first)) ||
    speech.sentence(`entries.${type}.title`, {}, line.seat) ||
    t('log.unknown_entry', { type })
  );
}

/** What an entry that was put right had been: what it took is known by its place only, so that is left unsaid. */
export function wasTitle(line: LogLine, speech: Speech): string {
  const { was } = line.corrected ?? {};
  if (!was) return '';
  const seat = typeof was.by === 'number' ? was.by : line.seat;
  if (was.type === 'take') return t('log.was_take', { name: speech.name(seat) });
  return titleOf({ ...line, entry: was, ledger: [], ...(seat === undefined ? {} : { seat }) }, speech);
}

/** An entry that was taken out, as far as it says by itself what it was. */
export function goneTitle(line: LogLine, speech: Speech): string {
  return line.entry?.type === 'take'
    ? t('log.was_take', { name: speech.name(line.seat) })
    : titleOf(line, speech);
}

/** Why an entry would not hold, and what it comes to all the same: "1 coin short, so Cleo gets nothing". */
export function standsAgainst({ overridden, ledger, seat, kept }: LogLine | Marked, speech: Speech): string {
  const short = (ledger ?? []).filter(({ why }) => why === 'short').map((line) => speech.title(line));
  const against = overridden?.[0] ? speech.refusal(overridden[0], seat) : '';
  return short.length ? list(short) : kept?.fits === false ? t('log.no_effect', { why: against }) : against;
}

/** What could have been entered at a moment, in one line; empty for what is not offered as a correction. */
export function offerOf(template: Template, view: View, speech: Speech): string {
  const name = speech.name(template.by);
  const lying = template.card ?? view.harbor.find(({ index }) => index === template.harbor_index)?.card;
  const card = lying ? speech.card(lying) : '';
  switch (template.type) {
    case 'take':
      return `${t(lying?.kind === 'ship' ? 'log.take' : 'log.hire', { name, card })}${template.coins === undefined ? '' : ` (${signed(template.coins)})`}`;
    case 'pass':
      return template.rest
        ? t('correct.pass_rest')
        : template.passing
          ? ''
          : t('log.pass', { count: 1, names: name });
    case 'stop':
      return t('log.stop', { name });
    case 'repel':
    case 'keep':
      return t(`log.${template.type}`, { card });
    case 'claim_expedition': {
      const given = (template.discard ?? []).map((type) => speech.term(type)).join(' + ');
      return `${t('log.claim', { name, expedition: speech.term('expedition') })} (${given})`;
    }
    case 'extra_tax':
      return pair(
        speech.term('tax'),
        t(`bonus.${template.bonus ?? 'most_swords'}`, { swords: speech.term('swords') }),
      );
    default:
      return template.asks?.length
        ? ''
        : speech.sentence(`entries.${template.type}.title`, { ...template.figures }, template.by);
  }
}

export function sameEntry(one: Entry, other: Entry): boolean {
  const bare = ({ type, harbor_index, expedition_index, discard, which, bonus, rest }: Entry): string =>
    JSON.stringify([
      type,
      harbor_index,
      expedition_index,
      [...(discard ?? [])].sort(),
      [...(which ?? [])].sort(),
      bonus,
      rest ?? false,
    ]);
  return bare(one) === bare(other);
}
