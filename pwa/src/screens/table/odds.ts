import type { Drawing } from '../../drawings/sprite';
import type { Card, View } from '../../engine';
import type { Speech } from '../../words/speech';
import { list, t } from '../../words/words.svelte';
import type { Box } from '../../parts/table/box';

export type Odds = NonNullable<View['odds']>;
type Outcome = Odds['outcomes'][number];

const DRAWN: Record<string, Drawing> = {
  bust: 'clash',
  repel: 'repel',
  color: 'boat',
  person: 'person',
  expedition: 'expedition',
  tax: 'tax',
  unread: 'pile',
};
/** As many kinds of persons as a line names. */
const NAMED = 3;

export function drawn({ what }: Outcome): Drawing {
  return DRAWN[what] ?? 'pile';
}

/** How many would go bust, of how many: the figure that everybody asks for. */
export function bustOf({ cards, outcomes }: Odds): { count: number; of: number } {
  return { count: outcomes.find(({ what }) => what === 'bust')?.count ?? 0, of: cards };
}

/** Which cards an outcome is made of, by what they are called, the most first. */
export function madeOf({ cards }: Outcome, box: Box | null, speech: Speech): string {
  const found = new Map<string, number>();
  for (const [id, count] of Object.entries(cards)) {
    const card = box?.card(id);
    const name = card ? kindName(card, speech) : '';
    if (name) found.set(name, (found.get(name) ?? 0) + count);
  }
  const most = [...found]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`);
  return most.length > NAMED ? `${most.slice(0, NAMED).join(', ')}, …` : list(most);
}

function kindName(card: Card, speech: Speech): string {
  if (card.kind === 'ship') return speech.term(card.color);
  return card.kind === 'person' ? speech.term(card.type) : '';
}

/** All of it in one sentence, for whoever hears it. */
export function saidOdds(odds: Odds, speech: Speech): string {
  const said = { expedition: speech.term('an_expedition'), color: speech.term('color') };
  return t('coach.all', {
    cards: t('count.cards', { count: odds.cards }),
    outcomes: list(odds.outcomes.map(({ what, count }) => `${t(`coach.${what}`, said)} ${count}`)),
  });
}
