import type { Remembered } from '../../memory/groups';
import type { Millis } from '../../engine/time';

/** Games of one group on one day: an evening. The first one is its last game. */
export interface EveningOf {
  day: string;
  group: string;
  games: Remembered[];
}

export interface Month {
  month: string;
  at: Millis;
  games: number;
  evenings: EveningOf[];
}

/** Evenings by month, the newest first. What lies in the sea chest stands by itself, where it was. */
export function monthsOf(tables: Remembered[]): Month[] {
  const months: Month[] = [];
  for (const one of tables) {
    const date = new Date(one.at);
    const name = `${date.getFullYear()}-${date.getMonth()}`;
    let month = months.find(({ month: known }) => known === name);
    if (!month) months.push((month = { month: name, at: one.at, games: 0, evenings: [] }));
    if (one.deleted === null) month.games += 1;
    const day = date.toDateString();
    const same = month.evenings.find(
      (evening) =>
        evening.day === day &&
        evening.group === one.group &&
        one.deleted === null &&
        evening.games.every(({ deleted }) => deleted === null),
    );
    if (same) same.games.push(one);
    else month.evenings.push({ day, group: one.group, games: [one] });
  }
  return months;
}
