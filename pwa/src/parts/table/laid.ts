import type { CountdownInfo, Goal, Laying, Template, View } from '../../engine';

/** What was read off a card whose numbers nobody knew. */
export interface Numbers {
  spaces: number[];
  seal?: NonNullable<Goal['seal']>;
}

/** What may be laid out now, by its own entry. */
export function layTemplate(view: View): Template | undefined {
  return (
    view.laying &&
    view.allowed.find(({ asks, allowed }) => allowed && asks?.some(({ of }) => String(of) === 'goals'))
  );
}

/** A card whose numbers have to be read off. */
export function isUnread(goal: Goal): boolean {
  return goal.spaces === undefined;
}

/** Before the first card any number may be put aside, where the template asks for one; once that is said, the game begins. */
export function asideTemplate(view: View): Template | undefined {
  if (!view.countdowns?.length) return undefined;
  const template = view.allowed.find(
    ({ module, allowed, answers, asks, about }) =>
      module &&
      allowed &&
      !answers &&
      !about &&
      asks?.length === 1 &&
      asks[0]?.key === 'count' &&
      asks[0].of === 'number',
  );
  return view.last?.entry.type === template?.type ? undefined : template;
}

/** One more is chosen, or one fewer; beyond so many nothing more is. */
export function toggled(chosen: string[], name: string, count: number): string[] {
  if (chosen.includes(name)) return chosen.filter((one) => one !== name);
  return chosen.length < count ? [...chosen, name] : chosen;
}

/** As many as lie there, drawn by the phone: each is as likely as any other. */
export function drawn(
  { pool, count }: Pick<Laying, 'pool' | 'count'>,
  random: (below: number) => number = dice,
): string[] {
  const left = pool.map(({ name }) => name);
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(random(left.length), 1)[0] ?? '',
  );
}

function dice(below: number): number {
  const [found = 0] = crypto.getRandomValues(new Uint32Array(1));
  return found % below;
}

/** How the entry names each: by its name, with what was read off. */
export function named(
  chosen: string[],
  read: Record<string, Numbers>,
): (string | ({ name: string } & Numbers))[] {
  return chosen.map((name) => {
    const numbers = read[name];
    return numbers ? { name, ...numbers } : name;
  });
}

/** What the seals of these add to a pile that counts down; the rest is always there. */
export interface Sum {
  numbers: number;
  letters: number;
}

export function sealed(goals: Goal[], read: Record<string, Numbers> = {}): Sum {
  const seals = goals.flatMap((goal) => goal.seal ?? read[goal.name]?.seal ?? []);
  return {
    numbers: seals.reduce((sum, { n }) => sum + n, 0),
    letters: new Set(seals.flatMap(({ letter }) => letter ?? [])).size,
  };
}

/** Where a phone keeps how many cards the group wants to put aside at a table that is just opened. */
export function harderKey(code: string): string {
  return `harder:${code}`;
}

/** All that has ever been in it. */
export function whole({ left, aside = 0 }: CountdownInfo): number {
  return left + aside;
}
