/** What stands beside the keys on a large screen. */
export const SIDES = ['log', 'rules', 'coins', 'scores', 'displays'] as const;

export type Side = (typeof SIDES)[number];

/** Where an address of this table leads beside it; null where it leaves the table. */
export interface Turned {
  side: Side;
  entry?: string;
  question?: string;
  about?: string;
}

export function turnedTo(address: string, code: string): Turned | null {
  const [, of, what = '', one = '', more = ''] =
    /^#\/table\/([^/?]+)\/([^/?]+)(?:\/([^/?]+))?(?:\/([^/?]+))?$/.exec(address) ?? [];
  if (of !== code) return null;
  if (what === 'log') return { side: 'log', ...(one ? { entry: one } : {}) };
  if (what === 'scores') return { side: 'scores' };
  if (what !== 'rules' || one === 'page' || one === 'what-if') return null;
  return {
    side: 'rules',
    ...(one === 'about'
      ? { about: decodeURIComponent(more) }
      : one
        ? { question: decodeURIComponent(one) }
        : {}),
  };
}
