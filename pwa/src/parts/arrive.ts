import type { Attachment } from 'svelte/attachments';

let first = true;

/**
 * A new screen is announced by its heading, as a new page would be. The first one is not: the browser has just
 * announced the page itself.
 */
export const arrive: Attachment<HTMLElement> = (heading) => {
  heading.tabIndex = -1;
  if (!first) heading.focus({ preventScroll: true });
  first = false;
};
