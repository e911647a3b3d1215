import type { Attachment } from 'svelte/attachments';

const LINE = 16;

/** On what scrolls sideways only: a mouse has one wheel, and turns it as on a page. */
export const wheeled: Attachment<HTMLElement> = (node) => {
  const turn = (event: WheelEvent): void => {
    if (event.deltaX !== 0 || event.ctrlKey || event.shiftKey) return;
    const before = node.scrollLeft;
    node.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1);
    // At its end, or where nothing is to scroll, the page has it.
    if (node.scrollLeft !== before) event.preventDefault();
  };
  node.addEventListener('wheel', turn, { passive: false });
  return () => node.removeEventListener('wheel', turn);
};
