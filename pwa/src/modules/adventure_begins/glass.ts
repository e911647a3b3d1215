/** What has been read of an hourglass so far, and in which of its numbers the next digit goes. */
export interface Glass {
  kind: '' | 'asks' | 'story' | 'signs';
  numbers: Record<string, string>;
  field: string;
  pay: boolean;
  nine: boolean;
}

/** What a mission says at its hourglass, once it is read. */
export interface Hourglass {
  asks?: string;
  done?: string;
  missed?: string;
  story?: string;
  pay?: boolean;
  nine?: boolean;
}

export const UNREAD: Glass = { kind: '', numbers: {}, field: '', pay: false, nine: false };

/** The numbers that each kind has. */
export function fieldsOf(kind: Glass['kind']): ('asks' | 'done' | 'missed' | 'story')[] {
  return kind === 'asks' ? ['asks', 'done', 'missed'] : kind === 'story' ? ['story'] : [];
}

/** As much as the entry needs; null as long as something is missing. */
export function readGlass({ kind, numbers, pay, nine }: Glass): Hourglass | null {
  const found: Hourglass = { ...(pay ? { pay } : {}), ...(nine ? { nine } : {}) };
  for (const one of fieldsOf(kind)) if (numbers[one]) found[one] = numbers[one];
  const whole = {
    asks: found.asks && (found.done ?? found.missed),
    story: found.story,
    signs: pay || nine,
    '': false,
  }[kind];
  return whole ? found : null;
}

/** What an hourglass says, as it was entered. */
export function glassOf(said: Hourglass): Glass {
  const kind = said.asks ? 'asks' : said.story ? 'story' : said.pay || said.nine ? 'signs' : '';
  const numbers = Object.fromEntries(
    (['asks', 'done', 'missed', 'story'] as const).flatMap((key) =>
      said[key] === undefined ? [] : [[key, said[key]]],
    ),
  );
  return {
    kind,
    numbers,
    field: kind === 'asks' ? 'done' : kind === 'story' ? 'story' : '',
    pay: said.pay === true,
    nine: said.nine === true,
  };
}
