import type { Edition, OptionInfo } from '../../../engine';

/** The options that a group may change in mid-game. */
export function houseRules(edition: Edition): OptionInfo[] {
  return edition.options.filter((option) => option.house_rule);
}

/** How many of them are not as in the booklet. */
export function changedRules(edition: Edition, options: Record<string, unknown>): number {
  return houseRules(edition).filter(({ key, default: usual }) => (options[key] ?? usual) !== usual).length;
}

/** What is others than it was, for the entry that says so. */
export function otherRules(
  edition: Edition,
  before: Record<string, unknown>,
  now: Record<string, unknown>,
): Record<string, unknown> {
  const value = (options: Record<string, unknown>, { key, default: usual }: OptionInfo): unknown =>
    options[key] ?? usual;
  return Object.fromEntries(
    houseRules(edition)
      .filter((option) => value(before, option) !== value(now, option))
      .map((option) => [option.key, value(now, option)]),
  );
}
