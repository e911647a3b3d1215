import type { Requirement } from '../../engine';
import { hasDrawing } from '../../drawings/drawn';
import { NEED_OF, personDrawing, shipDrawing } from '../../drawings/sprite';
import type { Drawing } from '../../drawings/sprite';
import type { Speech } from '../../words/speech';
import { list, shares, t, tFrom } from '../../words/words.svelte';

/** How a module draws what its goals ask for, by that, in src/modules/<name>/needs.ts. */
export interface Needed {
  drawing?: Drawing;
  /** Drawn as a ship, which is wider than it is high. */
  wide?: true;
  /** A ship's color, crossed out as its coins are not taken. */
  unpaid?: true;
}

const FOUND = Object.values(
  import.meta.glob<Record<string, Needed>>('../../modules/*/needs.ts', { eager: true, import: 'default' }),
).flatMap((needs) => Object.entries(needs));
const ADDED = new Map(FOUND);

/** A pictogram for each thing that is asked for; what has none of its own is a person. */
const DRAWN: Record<string, Drawing[]> = {
  coins: ['coin'],
  swords: ['sword'],
  points: ['shield'],
  expedition: ['expedition'],
  tax: ['tax'],
  tax_paid: ['tax'],
  bust: ['clash'],
  repelled_colors: ['repel', 'colors'],
  colors: ['colors'],
  cheap: ['person'],
  stopped_at: ['stop'],
  markers: ['marker'],
  ...Object.fromEntries(FOUND.flatMap(([what, { drawing }]) => (drawing ? [[what, [drawing]]] : []))),
};

/** `sail` is the ship's color, crossed out where its coins are declined; `times` how often it is drawn. */
export interface Pictogram {
  drawing: Drawing;
  coin: boolean;
  give: boolean;
  figure: string;
  times: number;
  sail?: string;
  wide?: true;
  limit?: number;
  again?: number;
}

/** What happens, and is no matter of how many. */
const MOMENTS = ['tax_paid', 'bust'];

/** Up to three of one kind are drawn one by one, as they are printed; more are counted. */
const DRAW = 3;

export function pictograms(need: Requirement[]): Pictogram[] {
  return need.flatMap(({ what, count = 1, give = false, color, max_cost, times: again = 1 }): Pictogram[] => {
    const coin = what === 'coins';
    if (ADDED.get(what)?.unpaid && color)
      return [{ drawing: shipDrawing(color), coin, give, figure: String(count), times: 1, sail: color }];
    const [first = hasDrawing(what) ? what : personDrawing(what), ...beside] = DRAWN[what] ?? [];
    const single = coin || what in DRAWN || count > DRAW;
    // Two pictures say all of it: the figure would be told twice.
    const figure = single && !beside.length && (coin || count > 1) ? String(count) : '';
    const one: Pictogram = { drawing: first, coin, give, figure, times: single ? 1 : count };
    if (max_cost !== undefined) one.limit = max_cost;
    if (again > 1) one.again = again;
    if (ADDED.get(what)?.wide) one.wide = true;
    return [
      one,
      ...beside.map((drawing): Pictogram => ({ drawing, coin: false, give: false, figure: '', times: 1 })),
    ];
  });
}

/** The same in words: "gives up 2 Captains and has 3 swords". */
export function needSaid(need: Requirement[], speech: Speech): string {
  return list(
    need.map(({ what, count = 1, give, color, max_cost, times = 1 }) => {
      if (ADDED.get(what)?.unpaid && color)
        return shares(`need_said.${what}`, { count, ship: speech.term(color) });
      if (max_cost !== undefined) return t('need_said.cheap', { count, cost: max_cost });
      if (what === 'stopped_at')
        return times > 1
          ? t('need_said.times', { said: t('need_said.stopped', { count }), count: times })
          : t('need_said.stopped', { count });
      if (MOMENTS.includes(what)) return named(what, speech);
      const thing =
        count > 1
          ? named(`${what}s`, speech) || named(what, speech)
          : named(what, speech) || named(`${what}s`, speech);
      const said = t(give ? 'need_said.gives' : 'need_said.has', { count, thing: thing || what });
      return times > 1 ? t('need_said.times', { said, count: times }) : said;
    }),
  );
}

function named(what: string, speech: Speech): string {
  const ownWord = tFrom('need_said', what, { defaultValue: '' });
  const term = speech.term(what);
  return ownWord || (term === what ? '' : term);
}

/** What an expedition asks for is drawn by its symbols. */
export function symbolOf(need: string): Drawing {
  return NEED_OF[need] ?? 'jack';
}
