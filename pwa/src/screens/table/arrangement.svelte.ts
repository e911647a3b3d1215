import { playing } from '../../engine/seating';
import { waterOf } from '../../parts/harbor/berths';
import { teamLeft } from '../../parts/table/goals';
import { room, twoALine } from '../../parts/touch/low.svelte';
import type { Standing } from './standing.svelte';

/** How what is on the table shares the screen. */
export class Arrangement {
  constructor(private readonly standing: Standing) {}

  /** What all need together. */
  readonly team = $derived.by(() => (this.standing.view ? teamLeft(this.standing.view) : []));
  /** It stands behind the round, where that line has room. */
  readonly inStrip = $derived.by(() => !room.low && !room.narrow);
  /** A player stands alone in the last line of two. */
  private readonly odd = $derived.by(() => {
    const { view } = this.standing;
    const crew = view ? playing(view).length : 0;
    return crew > 1 && crew % 2 === 1 && twoALine(crew);
  });
  /** What counts the game down stands beside an odd player, where two share a line. */
  readonly shared = $derived.by(() => this.odd && this.standing.view?.countdowns?.length === 1);
  /** On a low phone so do the expeditions, however many they are. */
  readonly celled = $derived.by(() => this.odd && room.low);
  readonly water = $derived.by(() => {
    const { view, box } = this.standing;
    return view ? waterOf(view, box?.colors.length ?? 0, room.low) : { row: 0, rows: 0 };
  });
}
