import type { Goal, Params, Template, View } from '../../engine';
import { entryOf } from './entry';
import type { Speech } from '../../words/speech';
import { pair } from '../../words/pieces';
import { list, signed, t } from '../../words/words.svelte';

/** What the coins of a take are made of, and where a marker comes to stand, which is said by itself. */
const PARTS = ['gain', 'trader', 'compensation', 'price', 'discount', 'marker', 'of', 'cost'];

/** What a template brings or costs, in words: "+2 coins, 1 point". */
export function figuresSaid({ figures = {} }: Template, speech: Speech): string {
  const { marker, of } = figures;
  return list([
    ...(marker && of ? [t('goals.steps', { at: marker, of })] : []),
    ...Object.entries(figures)
      .filter(([what, count]) => count !== 0 && !PARTS.includes(what))
      .map(([what, count]) =>
        what === 'coins' || what === 'points' || what === 'cards'
          ? t(`figures.${what}`, { count: Math.abs(count), figure: signed(count) })
          : `${speech.term(what)} ${signed(count)}`,
      ),
  ]);
}

/** The goal on which a template is spent. */
export function goalOf(template: Template, view: View): Goal | undefined {
  return view.goals?.find(({ id }) => id === template.about?.goal);
}

/** How a module's entry is called where it is started (`key`) and what it does (`why`), by the words of the module. */
export function entryWords(template: Template, part: 'key' | 'why', view: View, speech: Speech): string {
  const params = entryParams(template, view, speech);
  const own = part === 'key' ? ownKey(template, params, speech) : '';
  const said = own || speech.sentence(`entries.${template.type}.${part}`, params, template.by);
  if (said || part === 'why') return said || figuresSaid(template, speech);
  const name =
    speech.sentence(`entries.${template.type}.title`, params, template.by) || speech.term(template.type);
  const [flag] = Object.values(entryOf(template)).filter((value) => typeof value === 'boolean');
  return flag === undefined ? name : pair(name, t(flag ? 'question.yes' : 'question.no'));
}

/** Templates of one kind differ by their own keys: `entries.<type>.<key>.<value>` names them. */
function ownKey(template: Template, params: Params, speech: Speech): string {
  const { type, by: _by, ...keys } = entryOf(template) as unknown as Record<string, unknown>;
  return (
    Object.entries(keys)
      .map(([key, value]) =>
        speech.sentence(`entries.${String(type)}.${key}.${String(value)}`, params, template.by),
      )
      .find(Boolean) ?? ''
  );
}

function entryParams(template: Template, view: View, speech: Speech): Params {
  const goal = goalOf(template, view);
  const lying =
    template.card ?? view.harbor.find(({ index }) => index === template.about?.harbor_index)?.card;
  return {
    ...template.figures,
    ...(goal ? { goal: speech.goal(goal) } : {}),
    ...(lying ? { card: { ...lying } } : {}),
    figures: figuresSaid(template, speech),
  };
}
