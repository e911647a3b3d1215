import type { Expedition, Goal, Template, View } from '../../engine';
import { isDone, waysOf } from '../../parts/table/goals';

/** Something on the table that can be completed before the month is judged; `ways`: how, as things stand; `nearest`: who lacks least. */
export interface Still {
  id: string;
  goal?: Goal;
  card?: Expedition;
  ways: Template[];
  nearest?: { seat: number; have: number; need: number };
}

/** Every mission and expedition, those first that somebody can complete now. */
export function stillOpen(view: View): Still[] {
  const goals = (view.goals ?? [])
    .filter((goal) => !isDone(goal, view))
    .map((goal): Still => {
      const [nearest] = (goal.progress ?? [])
        .filter(({ have, need }) => have > 0 && have < need)
        .sort((one, other) => other.have / other.need - one.have / one.need);
      return {
        id: goal.id,
        goal,
        ways: waysOf(goal, view).filter(({ allowed }) => allowed),
        ...(nearest ? { nearest } : {}),
      };
    });
  const charts = view.expeditions.map(({ index, card }): Still => ({
    id: `expedition ${index}`,
    card,
    ways: view.allowed.filter(
      (one) => one.type === 'claim_expedition' && one.expedition_index === index && one.allowed,
    ),
  }));
  return [...goals, ...charts].sort(
    (one, other) => Number(other.ways.length > 0) - Number(one.ways.length > 0),
  );
}
