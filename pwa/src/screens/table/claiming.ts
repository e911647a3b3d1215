import type { Goal, Template } from '../../engine';
import { atOnce, waysOf } from '../../parts/table/goals';
import { mustRead } from '../../parts/modules/rewards';
import type { TableStore } from '../../stores/table.svelte';
import type { Entering } from './entering';
import type { Opens } from './opens.svelte';
import type { Standing } from './standing.svelte';

/** Expeditions and goals: a tap claims them where it can only mean that. */
export class Claiming {
  constructor(
    private readonly store: TableStore,
    private readonly standing: Standing,
    private readonly opens: Opens,
    private readonly entering: Entering,
  ) {}

  /** An expedition, with all the ways to pay for it. */
  claim = (ways: Template[]): void => {
    const [way, ...others] = ways;
    // The one whose turn has just ended may still claim, from the own phone too.
    if (!this.standing.records && (!this.store.enters || way?.by !== this.standing.mine))
      this.opens.show({ sheet: 'look', ways });
    else if (others.length) this.opens.show({ sheet: 'pay', ways });
    else if (way) this.entering.choose(way);
  };

  reach = (goal: Goal): void => {
    const { view, records, busy } = this.standing;
    const open = records && !busy;
    const way = open && view ? atOnce(goal, waysOf(goal, view)) : undefined;
    if (way) this.entering.choose(way);
    else if (goal.known === false && open) this.opens.learn(goal.kind, goal.number ?? goal.id);
    else this.opens.goal(goal);
  };

  /** Goals whose rewards nobody has read are read with that: one after the other where several can. */
  complete = (ways: Template[]): void => {
    const goal = this.standing.now?.goal;
    if (goal && ways.some((way) => mustRead(goal, way))) this.opens.goal(goal);
    else ways.forEach(this.entering.choose);
  };
}
