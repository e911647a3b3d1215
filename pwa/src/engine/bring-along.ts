import type { Earlier } from './local/earlier';

let earlier: Earlier | null = null;

/** Tells the engine, before it is first asked, what an earlier version of the app had not sent. Apart, so that nobody fetches the engine for it. */
export function bringAlong(left: Earlier): void {
  earlier = left;
}

export function broughtAlong(): Earlier | null {
  return earlier;
}
