import type { Expedition, Person, Ship } from '../../engine';
import type { Speech } from '../../words/speech';
import { NEED_OF } from '../../drawings/sprite';
import type { Drawing } from '../../drawings/sprite';
import { shares, t } from '../../words/words.svelte';
import { COLORS } from './box';
import type { Box, Unknown } from './box';
import { CARGO, cargoOf, PRIZES } from '../prints';
import { begin, colored, kindOf, NEEDS, NONE, signed, SKULL } from './learning';
import type { Figure, Key, Kind } from './learning';

/** One thing that is printed on a card, and what may stand there. */
export interface Row {
  key: Key;
  label: string;
  drawing: Drawing;
  note?: string;
  figures: Figure[];
}

type Prizes = typeof PRIZES;
const CARRIED = CARGO.map(({ key }) => key);

/** What is asked of a card of which nobody knows the numbers: the engine says of what the booklet tells nothing. */
export function rowsOf(kind: Kind, box: Box, speech: Speech): Row[] {
  const place = box.place(kind);
  const item = kind.kind === 'ship' && kind.item;
  const rows = place ? rowsFor(place, kind, speech).filter(({ key }) => !CARRIED.includes(key) || !item) : [];
  const tints = kind.kind === 'person' && kind.color === undefined ? box.tints(kind) : [];
  return tints.length > 1 ? [colorRow(tints), ...rows] : rows;
}

/** The same of one that lies there already: a ship may carry something, or nothing. */
export function rowsNow(kind: Kind, box: Box, speech: Speech): Row[] {
  const carried = kind.kind === 'ship' && COLORS.includes(kind.color) ? box.carries : [];
  return carried.length ? allRowsOf(kind, box, speech, carried) : rowsOf(kind, box, speech);
}

/** The same of one that was misread: its color may be another one, too. */
export function rowsAgain(card: Person | Ship | Expedition, place: Unknown, box: Box, speech: Speech): Row[] {
  const kind = kindOf(card);
  if (!kind) return [];
  const rows = rowsFor(place, kind, speech);
  const free = card.kind === 'person' && card.color ? box.tints({ kind: 'person', type: card.type }) : [];
  const tints = box.colors.filter(
    (color) => free.includes(color) || (card.kind === 'person' && card.color === color),
  );
  return tints.length > 1 ? [colorRow(tints), ...rows] : rows;
}

function rowsFor(place: Unknown, kind: Kind, speech: Speech): Row[] {
  const asks: string[] = place.asks;
  const prizes = PRIZES.filter(({ key }) => asks.includes(key));
  return asks.flatMap((key) =>
    CARRIED.includes(key) ? cargoRows(cargoOf(place)) : rowOf(key, kind, speech, prizes),
  );
}

/** What is asked of a card that the box has otherwise than the catalogue. */
export function allRowsOf(kind: Kind, box: Box, speech: Speech, carried: string[] = []): Row[] {
  const row = (key: string): Row[] => rowOf(key, kind, speech, carried.length ? PRIZES : []);
  if (kind.kind === 'expedition') return ['need', 'coins', 'vp'].flatMap(row);
  if (kind.kind === 'person') {
    const armed =
      Number(begin(kind, box).swords ?? 0) > 0 || (box.place(kind)?.asks ?? []).includes('swords');
    const colors = kind.color === undefined && colored(kind, box) ? [colorRow([...box.colors])] : [];
    return [...colors, ...['cost', 'vp', ...(armed ? ['swords'] : [])].flatMap(row)];
  }
  const signs = signed(box).map((sign): Row => {
    return { key: sign as Key, label: shares(`signs.${sign}`), drawing: sign, figures: [NONE, sign] };
  });
  const cargo = carried.length ? cargoRows([NONE, ...carried]) : [];
  return [...['swords', 'coins'].flatMap(row), ...signs, ...cargo];
}

/** Ships of the colors of every box may carry what nobody has read off yet. */
export function carriedBy(kind: Kind, box: Box): string[] {
  return kind.kind === 'ship' && COLORS.includes(kind.color) ? box.carried : [];
}

function colorRow(figures: Figure[]): Row {
  return { key: 'color', label: t('read.color'), drawing: 'colors', figures };
}

function rowOf(key: string, kind: Kind, speech: Speech, prizes: Prizes): Row[] {
  const person = kind.kind === 'person';
  if (key === 'need')
    return NEEDS.map((need) => ({
      key: need,
      label: t(`need.${need}`),
      drawing: NEED_OF[need] ?? 'person',
      figures: upTo(0, 5),
    }));
  if (key === 'cost') return [{ key, label: t('other.cost'), drawing: 'coin', figures: upTo(1, 12) }];
  if (key === 'vp')
    return [{ key, label: speech.term('vp'), drawing: 'shield', figures: person ? upTo(0, 5) : upTo(1, 12) }];
  if (key === 'swords')
    return [
      {
        key,
        label: speech.term('swords'),
        drawing: 'sword',
        ...(person ? { note: t('read.repelling') } : {}),
        figures: person ? upTo(0, 5) : [...upTo(1, 11), SKULL],
      },
    ];
  if (key === 'coins') {
    const [prize] = prizes;
    const instead = prizes.flatMap(({ one, most }) => upTo(1, most).map((count) => `${one} ${count}`));
    return [
      {
        key,
        label: prize ? shares(`read.coins_or_${prize.key}`) : t('other.coins'),
        drawing: 'coin',
        figures: kind.kind === 'expedition' ? upTo(0, 5) : prize ? [...upTo(1, 4), ...instead] : upTo(1, 6),
      },
    ];
  }
  return [];
}

function cargoRows(figures: Figure[]): Row[] {
  return CARRIED.map((key) => ({ key: key as Key, label: t('read.carries'), drawing: 'chest', figures }));
}

function upTo(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
