/** What has been read of an hourglass so far. */
export interface Glass { kind: 'asks' | 'story' | 'signs' | ''; numbers: Record<string, string>; field: string; pay: boolean; nine: boolean }

const NOTHING: Glass = { kind: '', numbers: {}, field: '', pay: false, nine: false };

/** Card 9 may have to be read in the middle of it, on a screen of its own: one hourglass at a time is kept meanwhile. */
let kept: { of: string; glass: Glass } | undefined;

export function begunGlass(of: string): Glass {
  return kept?.of === of ? kept.glass : NOTHING;
}

/** What an hourglass says, as it was entered. */
export function glassOf(said: Record<string, unknown>): Glass {
  const kind = said['asks'] ? 'asks' : said['story'] ? 'story' : said['pay'] || said['nine'] ? 'signs' : '';
  const numbers = Object.fromEntries(['asks', 'done', 'missed', 'story'].flatMap((key) => (said[key] === undefined ? [] : [[key, String(said[key])]])));
  return { kind, numbers, field: kind === 'asks' ? 'done' : kind === 'story' ? 'story' : '', pay: said['pay'] === true, nine: said['nine'] === true };
}

export function keepGlass(of: string, glass: Glass): void {
  kept = { of, glass };
}
