import type { Attachment } from 'svelte/attachments';

const KEYS =
  ':is(.quay > :not(.ledger), .harbor .cards) :is(button, a[href]):not(:disabled), .quay > :is(button, a[href]):not(:disabled)';
/** What answers to these keys itself, or to whatever is typed. */
const OWN = 'input, textarea, select, [contenteditable], [role="radiogroup"], [role="slider"], dialog';

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;
/** The edges that face each other on the way, and the two that say how far beside it something lies. */
const WAYS: Record<string, (from: Box, to: Box) => [ahead: number, beside: number]> = {
  ArrowRight: (from, to) => [to.left - from.right, apart(from.top, from.bottom, to.top, to.bottom)],
  ArrowLeft: (from, to) => [from.left - to.right, apart(from.top, from.bottom, to.top, to.bottom)],
  ArrowDown: (from, to) => [to.top - from.bottom, apart(from.left, from.right, to.left, to.right)],
  ArrowUp: (from, to) => [from.top - to.bottom, apart(from.left, from.right, to.left, to.right)],
};
/** Keys may touch, and lie on each other by their shadows. */
const TOUCH = 6;
/** A key beside the way is worse than one so much further on it. */
const ASIDE = 3;

/** How far two stretches are apart; of those that are not, the one that is more in line is nearer. */
function apart(from: number, to: number, other: number, end: number): number {
  return Math.max(0, other - to, from - end) + Math.abs(from + to - other - end) / 20;
}

/** Which of these boxes an arrow key leads to, by its place; -1 for none. */
export function ahead(key: string, from: Box, boxes: Box[]): number {
  const way = WAYS[key];
  if (!way) return -1;
  const far = boxes.map((box) => {
    const [distance, beside] = way(from, box);
    return distance < -TOUCH ? Infinity : distance + ASIDE * beside;
  });
  const least = Math.min(...far);
  return least === Infinity ? -1 : far.indexOf(least);
}

/** What a key begins with: what is shown on it, and what it is called; of values, which are all called the same, only what is shown. */
export function begins(key: Element, letter: string): boolean {
  const named = key.cloneNode(true) as Element;
  for (const hidden of named.querySelectorAll('.sr')) hidden.remove();
  const called = key.closest('.choice') ? null : key.querySelector('.sr');
  return [named.textContent, called?.textContent].some((text) =>
    (text ?? '')
      .replace(/\u00ad/g, '')
      .trim()
      .toLocaleLowerCase()
      .startsWith(letter.toLocaleLowerCase()),
  );
}

/**
 * On the table's root: arrows lead from key to key on the pad and in the harbor, Home and End to the first and the last. A
 * letter or a figure chooses the key that begins with it; where several do, it leads from one to the next.
 */
export const byKeyboard: Attachment<HTMLElement> = (root) => {
  /** Where the last key was that had the focus: a card that was taken is there no more. */
  let last: Box | null = null;

  function keys(): HTMLElement[] {
    return [...root.querySelectorAll<HTMLElement>(KEYS)].filter(
      (key) => key.getClientRects().length > 0 && !key.closest('[inert]'),
    );
  }

  function go(key: HTMLElement | undefined): boolean {
    if (!key) return false;
    key.focus();
    key.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  function walk(key: string, all: HTMLElement[], here: HTMLElement | null): boolean {
    if (key === 'Home' || key === 'End') {
      const around = here?.closest('.pad, .cards, .acts');
      return go(all.filter((one) => !around || around.contains(one)).at(key === 'Home' ? 0 : -1));
    }
    if (!WAYS[key]) return false;
    const boxes = all.map((one) => one.getBoundingClientRect());
    if (here) return go(all[ahead(key, here.getBoundingClientRect(), boxes)]);
    // From nowhere: to where it was, else to the first.
    const near = last ? nearest(last, boxes) : 0;
    return go(all[near]);
  }

  function choose(letter: string, all: HTMLElement[], here: HTMLElement | null): boolean {
    const values = here?.closest('.choice');
    const meant = all.filter((one) => (!values || values.contains(one)) && begins(one, letter));
    const next = meant[(here ? meant.indexOf(here) + 1 : 0) % Math.max(1, meant.length)];
    if (!go(next)) return false;
    if (meant.length === 1) next?.click();
    return true;
  }

  function down(event: KeyboardEvent): void {
    const { key, target, altKey, ctrlKey, metaKey, repeat } = event;
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof Element)) return;
    if (target.closest(OWN) || document.querySelector('dialog[open]')) return;
    const nowhere = target === document.body;
    if (!nowhere && !(root.contains(target) && target.closest('.quay, .harbor'))) return;
    const all = keys();
    const here = all.find((one) => one === target) ?? null;
    const typed = /^[\p{L}\p{N}]$/u.test(key);
    if (typed ? !repeat && choose(key, all, here) : walk(key, all, here)) event.preventDefault();
  }

  function seen({ target }: FocusEvent): void {
    if (target instanceof Element && target.matches(KEYS)) last = target.getBoundingClientRect();
  }

  window.addEventListener('keydown', down);
  root.addEventListener('focusin', seen);
  return () => {
    window.removeEventListener('keydown', down);
    root.removeEventListener('focusin', seen);
  };
};

function nearest(from: Box, boxes: Box[]): number {
  const far = boxes.map((box) => Math.hypot(box.left - from.left, box.top - from.top));
  return far.indexOf(Math.min(...far));
}
