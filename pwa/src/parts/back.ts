/*
 * The browser's Back, by gesture or key, closes what is open above a screen, the last first, and leaves the screen only
 * then. What is opened puts an entry of the same address into the history; closed by a tap it leaves that there for the next,
 * as going back would cross the way of whoever goes on to another screen at that moment. A Back that finds nothing open goes
 * on by itself.
 */

const open: (() => void)[] = [];
/** How many such entries lie below this place of the history. */
let depth = depthOf(history.state);
let address = location.href;

window.addEventListener('popstate', ({ state }) => {
  const steppedBack = depthOf(state) < depth && location.href === address;
  look(state);
  if (!steppedBack) return;
  const close = open.pop();
  if (close) close();
  else history.back();
});
window.addEventListener('hashchange', () => look(history.state));

/** From now on Back calls `close`; until the returned function is called. */
export function closesOnBack(close: () => void): () => void {
  open.push(close);
  look(history.state);
  if (open.length > depth) {
    depth += 1;
    history.pushState({ ...history.state, above: { depth, address } }, '');
  }
  return () => {
    const place = open.lastIndexOf(close);
    if (place >= 0) open.splice(place, 1);
  };
}

function look(state: unknown): void {
  depth = depthOf(state);
  address = location.href;
}

/** An entry whose address was replaced is none of ours any more. */
function depthOf(state: unknown): number {
  const { above } = (state ?? {}) as { above?: { depth: number; address: string } };
  return above?.address === location.href ? above.depth : 0;
}
