import { personDrawing } from '../../drawings/sprite';
import type { Drawing } from '../../drawings/sprite';
import type { Template, View } from '../../engine';
import type { Half } from '../../parts/SplitTile.svelte';
import { entryWords } from '../../parts/table/entry-words';
import { cargoOf, forCargo, prizeSaid, prizesOf } from '../../parts/prints';
import { KEEPERS } from '../../parts/keepers';
import { cardLabel } from '../../parts/table/labels';
import { reasonsOf, reasonWords } from '../../parts/table/reasons';
import type { Speech } from '../../words/speech';
import { list, signed, t } from '../../words/words.svelte';

/** What a ship is worth besides its coins, and under whom it goes. */
export function stays(
  { ship_to: where, points, allowed, card, by }: Template,
  view: View,
  speech: Speech,
): { points: number; drawing: Drawing; words: string } | undefined {
  if (!where || !points || !allowed || card?.kind !== 'ship') return undefined;
  const keeper = view.players[by ?? view.acting]?.display.find(
    ({ type, color }) => KEEPERS.includes(type) && color === card.color,
  );
  return {
    points,
    drawing: keeper ? personDrawing(keeper.type) : 'flag',
    words: speech.sentence(`stays.${where}`, {}),
  };
}

/** A card with what it comes to, or why it cannot be taken, for whoever does not see it. */
export function takeLabel(template: Template, view: View, speech: Speech): string {
  const card = template.card ? cardLabel(template.card, speech) : '';
  const more = stays(template, view, speech);
  return template.allowed
    ? [
        ...prizesOf(template).map((one) => t('take.prize', { card, prize: prizeSaid(one, speech) })),
        t('take.label', {
          card,
          count: Math.abs(template.coins ?? 0),
          sign: (template.coins ?? 0) < 0 ? t('take.pays') : t('take.gains'),
        }),
        ...(more ? [t('count.points', { count: more.points }), more.words] : []),
      ].join(', ')
    : t('take.not', { card, why: reasonWords(reasonsOf(template, speech.name(view.active), speech)) });
}

/** One way of several to take a card. */
export function half(template: Template, view: View, speech: Speech): Half {
  const coins = template.coins ?? template.figures?.['coins'] ?? 0;
  if (forCargo(template)) return kept(template, coins, view, speech);
  const why =
    template.module && template.allowed
      ? entryWords(template, 'why', view, speech)
      : reasonWords(reasonsOf(template, speech.name(view.active), speech));
  const title = template.module ? entryWords(template, 'key', view, speech) : '';
  return {
    template,
    coins,
    prizes: prizesOf(template),
    title,
    why,
    label:
      template.module && template.allowed
        ? [template.card ? cardLabel(template.card, speech) : '', title, why].filter(Boolean).join(', ')
        : takeLabel(template, view, speech),
  };
}

/** A ship that is kept for what it carries: that is its name here, with what it brings besides. */
function kept(template: Template, coins: number, view: View, speech: Speech): Half {
  const items = cargoOf(template.card ?? {});
  const [item] = items;
  const title = list(items.map((one) => speech.parted(one)));
  const why = coins ? t('take.keep_and', { coins: signed(coins) }) : t('take.keep');
  return {
    template,
    coins,
    title,
    ...(item ? { drawing: item } : {}),
    why: template.allowed ? why : reasonWords(reasonsOf(template, speech.name(view.active), speech)),
    label: [template.card ? cardLabel(template.card, speech) : '', title.replaceAll('\u00ad', ''), why].join(
      ', ',
    ),
  };
}
