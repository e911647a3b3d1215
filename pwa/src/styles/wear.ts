/**
 * A sheet that was loaded stays in the page. So each is written below `:root[data-sheets~="its name"]`, and only counts
 * while something on the screen wears it: what was open before leaves nothing behind. Cascade layers say which of two
 * sheets wins, never on which screen one counts.
 */
import { onDestroy } from 'svelte';

const worn = new Map<string, number>();

function put(name: string, more: number): void {
  const count = (worn.get(name) ?? 0) + more;
  if (count > 0) worn.set(name, count);
  else worn.delete(name);
}

function show(): void {
  document.documentElement.dataset['sheets'] = [...worn.keys()].join(' ');
}

/** For as long as the component is there that says so while it is made. */
export function wear(...names: string[]): void {
  names.forEach((name) => put(name, 1));
  show();
  onDestroy(() => {
    names.forEach((name) => put(name, -1));
    show();
  });
}
