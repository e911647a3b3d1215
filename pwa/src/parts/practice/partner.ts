import type { Entry, Template, View } from '../../engine';
import { entryOf } from '../table/entry';

/** Ships of so many colors are as far as she dares. */
const DARES = 3;
const ENOUGH_CARDS = 5;
/** What a point is worth to her, in coins. */
const POINT = 3;

/** What the partner does next, or `draw` where she turns up a card; null where it is not for her to say. */
export function partnerDoes(view: View, seat: number): Entry | 'draw' | null {
  if (view.acting !== seat || view.phase === 'game_over') return null;
  const may = view.allowed.filter(({ by, allowed, module }) => allowed && by === seat && !module);
  const one = (type: string): Template | undefined => may.find((template) => template.type === type);
  const repelling = one('repel');
  if (view.pending)
    return entryFor(
      (view.pending.kind === 'repel' && view.pending.must_decide && repelling) || one('keep') || repelling,
    );
  const claims = one('expedition');
  if (claims) return entryFor(claims);
  if (view.phase === 'discover') {
    const colors = new Set(view.harbor.flatMap(({ card }) => (card.kind === 'ship' ? [card.color] : [])));
    const stop = one('stop');
    return stop && (colors.size >= DARES || view.harbor.length >= ENOUGH_CARDS) ? entryFor(stop) : 'draw';
  }
  const takes = may.filter(({ type }) => type === 'take').sort((first, other) => worth(other) - worth(first));
  const [best] = takes;
  return entryFor(best && worth(best) > 0 ? best : one('pass'));
}

function worth({ card, coins = 0 }: Template): number {
  return coins + (card?.kind === 'person' ? POINT * card.vp + 2 : 0);
}

function entryFor(template: Template | undefined): Entry | null {
  return template ? entryOf(template) : null;
}
