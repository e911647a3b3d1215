import { calm, EASE } from '../touch/feel.svelte';

/** A copy of a tile above everything else, for its way from or to another place: the tile itself never leaves its own. */
export interface Ghost {
  from: DOMRect;
  element: HTMLElement;
}

export function ghostOf(tile: Element | null | undefined): Ghost | null {
  const grid = tile?.closest('.cards');
  const table = tile?.closest('main');
  if (!tile || !grid || !table || calm() === 0) return null;
  const from = tile.getBoundingClientRect();
  const element = document.createElement('div');
  element.className = `ghost ${['play', 'trading', 'tight'].filter((state) => table.classList.contains(state)).join(' ')}`;
  element.setAttribute('aria-hidden', 'true');
  element.inert = true;
  const around = document.createElement('div');
  around.className = grid.className;
  const copy = tile.cloneNode(true) as HTMLElement;
  copy.removeAttribute('data-index');
  around.append(copy);
  element.append(around);
  Object.assign(element.style, {
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  return { from, element };
}

/** Where a tile goes, and how much of it is left there. */
export interface Goal {
  rect: DOMRect;
  scale: number;
  fades: boolean;
}

export function fly(
  { from, element }: Ghost,
  { rect, scale, fades }: Goal,
  direction: 'normal' | 'reverse' = 'normal',
): void {
  const x = rect.x + rect.width / 2 - (from.x + from.width / 2);
  const y = rect.y + rect.height / 2 - (from.y + from.height / 2);
  document.body.append(element);
  const animation = element.animate(
    [
      { transform: 'none', opacity: 1 },
      { opacity: 1, offset: 0.6 },
      { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: fades ? 0 : 1 },
    ],
    { duration: calm(), easing: EASE, direction, fill: 'both' },
  );
  const gone = (): void => element.remove();
  animation.finished.then(gone, gone);
}

/** The tile that lies in its place already is shown once its copy has come home. */
export function arrives(tile: Element | null | undefined, goal: Goal): void {
  const ghost = ghostOf(tile);
  if (!tile || !ghost) return;
  fly(ghost, goal, 'reverse');
  tile.animate([{ opacity: 0 }, { opacity: 0 }], { duration: calm() });
}
