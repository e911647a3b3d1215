import type { Attachment } from 'svelte/attachments';

/** Runs `fit` whenever the room of an element may have changed (before it is first drawn, when it is turned), or what is `within`. */
export function watched(node: HTMLElement, fit: () => void, within: Iterable<Element> = []): () => void {
  const watcher = new ResizeObserver(fit);
  for (const one of [node, ...within]) watcher.observe(one);
  soon(fit);
  return () => {
    watcher.disconnect();
    // What it says may be others' by then.
    waiting.delete(fit);
  };
}

const waiting = new Set<() => void>();

/** With all others that come up now, before they are drawn: each by itself would lay the whole screen out once more. */
function soon(fit: () => void): void {
  if (waiting.add(fit).size > 1) return;
  requestAnimationFrame(() => {
    const all = [...waiting];
    waiting.clear();
    for (const one of all) one();
  });
}

const tooWide = (node: HTMLElement): boolean => node.scrollWidth > node.clientWidth;

/** Says as much as there is room for: all (0), the short form (1), the figure alone (2); nothing is cut. Runs again with other words. */
export function says(_words: string): Attachment<HTMLElement> {
  return (node) => {
    node.dataset['room'] = '0';
    return watched(node, () => {
      for (const room of ['0', '1', '2']) {
        if (node.dataset['room'] !== room) node.dataset['room'] = room;
        if (!tooWide(node)) break;
      }
    });
  };
}

/** Shows whole pictures only: those without room are counted by the last child. Runs again with other pictures. */
export function whole(_pictures: unknown): Attachment<HTMLElement> {
  return (node) => {
    if (node.lastElementChild instanceof HTMLElement) node.lastElementChild.hidden = true;
    return watched(node, () => {
      const [more, ...pictures] = [...node.children].reverse() as HTMLElement[];
      if (!more) return;
      if (!more.hidden) more.hidden = true;
      for (const one of pictures) one.hidden = false;
      if (!tooWide(node)) return;
      more.hidden = false;
      for (const [place, one] of pictures.entries()) {
        if (!tooWide(node)) break;
        one.hidden = true;
        more.textContent = `+${place + 1}`;
      }
    });
  };
}

/** Says the longest of several that has room in one line, the last one where none has. Runs again with other words. */
export function longest(ways: string[]): Attachment<HTMLElement> {
  return (node) => {
    node.textContent = ways[0] ?? '';
    return watched(node, () => {
      for (const way of ways) {
        if (node.textContent !== way) node.textContent = way;
        if (!tooWide(node)) break;
      }
    });
  };
}

/** One line that gets smaller where it has no room, and takes the next one's place (`both`) where that is not enough. */
export function fitsLine(_words: string): Attachment<HTMLElement> {
  return (node) =>
    watched(node, () => {
      const line = node.querySelector<HTMLElement>('.line');
      node.classList.remove('small', 'both');
      for (const way of ['small', 'both']) if (line && tooWide(line)) node.classList.add(way);
    });
}
