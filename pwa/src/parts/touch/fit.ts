import type { Attachment } from 'svelte/attachments';
import { watched } from './room';

/** Where a key's word breaks at its soft hyphen, its symbol gives way. Runs again when the word changes. */
export function gives(_word: string): Attachment<HTMLElement> {
  return (node) => {
    const key = node.parentElement;
    if (!key) return;
    return watched(key, () => {
      if (key.classList.contains('two')) key.classList.remove('two');
      const line = Number.parseFloat(getComputedStyle(node).lineHeight) || Infinity;
      key.classList.toggle('two', node.offsetHeight > line * 1.5);
    });
  };
}

function ease(node: HTMLElement): void {
  node.classList.remove('full');
  const words = [node, ...node.querySelectorAll(':scope > :not(.sr)')];
  const full = words.some((one) => one.scrollHeight > one.clientHeight + 1);
  node.classList.toggle('full', full);
}

/** Where words want more lines than there is room for, they get smaller. Runs again when they change. */
export function eases(_words: string): Attachment<HTMLElement> {
  // A box as high as it may be stays so when its words grow.
  return (node) => watched(node, () => ease(node), node.children);
}

/** The same for what says something else with every move of a thumb. */
export const easesWithin: Attachment<HTMLElement> = (node) => {
  const words = new MutationObserver(() => ease(node));
  words.observe(node, { subtree: true, childList: true, characterData: true });
  ease(node);
  return () => words.disconnect();
};
