import type { View } from '../../engine';
import type { LastGroup } from '../../stores/database';

/** Who played what, in the order they sat. */
export function groupFrom(view: View): LastGroup {
  const players = view.order.map((seat) => view.players[seat]?.name ?? '');
  return {
    edition: view.edition,
    modules: view.modules,
    options: view.options,
    players,
    start: Math.max(0, view.order.indexOf(view.start_player)),
    ...(view.keeping ? { keeping: view.keeping.how } : {}),
  };
}

/** Where the seats lie around an oval table, in percent, clockwise from the right. */
export function placesAround(count: number): { x: number; y: number }[] {
  if (count === 1) return [{ x: 50, y: 85 }];
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - (count === 2 ? Math.PI / 2 : 0);
    return { x: 50 + 31.5 * Math.cos(angle), y: 49 + 36 * Math.sin(angle) };
  });
}
