/** Lines that a table needs to lie one below the other, in rem: large text makes any phone a low one. */
const ENOUGH = 48.75;
/** Narrower than this, again in rem, text is so large that the table is laid out for it alone (table-large.css). */
const NARROW = 19;
/** The smallest phone, or a phone on its side with large text. */
const SLIM = 21;
/** In rem: from here on there is room for a line a player, however many they are. */
const LARGE = { width: 43.75, height: 37.5 };
/** Lower than this, in rem, nothing stays in sight: the whole table is scrolled. */
const FLAT = 26;
/** A phone on its side, as the style sheets have it; in rem, what its two halves need to stand beside each other. */
const ASIDE = { width: 560, height: 560, halves: 30 };
/** In rem: the keys keep a phone's width, and the log or the rules stand beside them. */
const BESIDE = { width: 64, height: 40 };

export const room = $state({ low: false, large: false, narrow: false, slim: false, beside: false });

/** Five players, or a low phone: two a line, nothing hidden. */
export function twoALine(players: number): boolean {
  return !room.large && !room.narrow && (players > 4 || room.low);
}

function look(): void {
  const root = document.documentElement;
  const rem = Number.parseFloat(getComputedStyle(root).fontSize) || 16;
  // Of the page, not of what sticks out of it: a phone counts that as width, too.
  const width = root.clientWidth;
  room.large = width >= LARGE.width * rem && innerHeight >= LARGE.height * rem;
  room.narrow = width <= NARROW * rem;
  room.slim = width <= SLIM * rem;
  room.beside = width >= BESIDE.width * rem && innerHeight >= BESIDE.height * rem && width > innerHeight;
  room.low = !room.large && !room.narrow && innerHeight < ENOUGH * rem;
  root.toggleAttribute('data-low', room.low);
  const aside =
    width > innerHeight && innerHeight <= ASIDE.height && width >= Math.max(ASIDE.width, ASIDE.halves * rem);
  root.toggleAttribute('data-flat', room.low && !aside && innerHeight < FLAT * rem);
}

/** The style sheets read it as `data-low` and `data-flat`: a media query does not know how large the text is. */
export function watchRoom(): () => void {
  look();
  const sizes = new MutationObserver(look);
  sizes.observe(document.documentElement, { attributeFilter: ['data-size'] });
  addEventListener('resize', look);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', look);
  };
}
