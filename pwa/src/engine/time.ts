declare const unit: unique symbol;

/** A moment as the API and the log have it: whole seconds since 1970. */
export type Seconds = number & { readonly [unit]: 'seconds' };
/** A moment as this phone keeps it: milliseconds since 1970. */
export type Millis = number & { readonly [unit]: 'milliseconds' };

export function now(): Millis {
  return Date.now() as Millis;
}

export function toSeconds(at: Millis): Seconds {
  return Math.floor(at / 1000) as Seconds;
}

export function toMillis(at: Seconds): Millis {
  return (at * 1000) as Millis;
}

/** The day of a moment where this phone is, as the calendar writes it: 2026-11-19. */
export function dayOf(at: Millis): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}
