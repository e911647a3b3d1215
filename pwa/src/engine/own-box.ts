import type { Card, Catalogue, OwnBox, OwnRow, TableBox } from './types';

/** What was read off cards once. */
type Facts = NonNullable<OwnBox['facts']>;

export const NOTHING: OwnBox = { own: [], missing: {} };

export function isOrdinary(box: OwnBox | undefined): boolean {
  return !box || (box.own.length === 0 && Object.keys(box.missing).length === 0 && !box.facts);
}

/** How many cards a box has of its own, and how many are missing from it. */
export function figures(box: OwnBox): { own: number; missing: number } {
  return {
    own: box.own.reduce((sum, row) => sum + row.count, 0),
    missing: Object.values(box.missing).reduce((sum, count) => sum + count, 0),
  };
}

/** What is printed on a card: two cards with the same are alike, whatever their ids. */
export function printedOn(card: Card): string {
  const { id: _id, ...numbers } = card;
  return JSON.stringify(
    Object.entries(numbers)
      .filter(([, value]) => value !== 0 && value !== false)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

/** So many more of a card of its own, or fewer. */
export function withOwn(box: OwnBox, card: Card, insteadOf: string | undefined, by: number): OwnBox {
  const place = placeOf({ card, count: 0, ...(insteadOf ? { instead_of: insteadOf } : {}) });
  const had = box.own.find((row) => placeOf(row) === place);
  const count = (had?.count ?? 0) + by;
  const row: OwnRow = { ...(had ?? { card, ...(insteadOf ? { instead_of: insteadOf } : {}) }), count };
  const own = had ? box.own.map((one) => (one === had ? row : one)) : [...box.own, row];
  return { ...box, own: own.filter((one) => one.count > 0) };
}

/** So many more cards of the catalogue that are missing, or fewer. */
export function withMissing(box: OwnBox, id: string, by: number): OwnBox {
  const { [id]: had = 0, ...others } = box.missing;
  return { ...box, missing: had + by > 0 ? { ...others, [id]: had + by } : others };
}

/** The group's box after what was found out at a table between two looks at it. */
export function followed(kept: OwnBox, before: TableBox | undefined, now: TableBox | undefined): OwnBox {
  let box = kept;
  for (const row of now?.own ?? []) box = withOwn(box, row.card, row.instead_of, row.count);
  for (const row of before?.own ?? []) box = withOwn(box, row.card, row.instead_of, -row.count);
  for (const [id, count] of Object.entries(now?.missing ?? {})) box = withMissing(box, id, count);
  for (const [id, count] of Object.entries(before?.missing ?? {})) box = withMissing(box, id, -count);
  const facts = withFacts(kept.facts, before?.facts, now?.facts);
  return facts ? { ...box, facts } : box;
}

/** What was read off cards: what is new goes over what was known, and what this table has taken back is forgotten. */
function withFacts(
  kept: Facts | undefined,
  before: Facts | undefined,
  now: Facts | undefined,
): Facts | undefined {
  if (!now && !before) return kept;
  const kinds = [...new Set([...Object.keys(kept ?? {}), ...Object.keys(now ?? {})])];
  const left = kinds.map((kind): [string, Facts[string]] => {
    const gone = Object.keys(before?.[kind] ?? {}).filter((id) => now?.[kind]?.[id] === undefined);
    return [
      kind,
      {
        ...Object.fromEntries(Object.entries(kept?.[kind] ?? {}).filter(([id]) => !gone.includes(id))),
        ...now?.[kind],
      },
    ];
  });
  return Object.fromEntries(left.filter(([, rows]) => Object.keys(rows).length > 0));
}

/** A box as a table shows it: every card with an id, and how many there are of those that it changes. */
export function tableBox(catalogue: Catalogue, box: OwnBox): TableBox {
  const printed = catalogue.sets.flatMap((set) => set.cards);
  const holds = new Map<string, number>();
  const more = (id: string, by: number): void =>
    void holds.set(
      id,
      Math.max(0, (holds.get(id) ?? printed.find((card) => card.id === id)?.count ?? 0) + by),
    );
  const own = box.own.map((row) => ({
    ...row,
    card: { ...row.card, id: row.card.id ?? `own.${printedOn(row.card)}` },
  }));
  for (const { card, count, instead_of: insteadOf } of own) {
    more(card.id, count);
    if (insteadOf) more(insteadOf, -count);
  }
  for (const [id, count] of Object.entries(box.missing)) more(id, -count);
  return { own, missing: box.missing, holds: Object.fromEntries(holds) };
}

/** What a set-up says of it. */
export function setupBox({ own, missing, facts }: OwnBox): OwnBox {
  return { own, missing, ...(facts ? { facts } : {}) };
}

function placeOf(row: OwnRow): string {
  return `${printedOn(row.card)} ${row.instead_of ?? ''}`;
}
