import type { DecisionInfo, Params, Template, View } from '../../engine';
import { playing } from '../../engine/seating';
import { entryWords } from '../table/entry-words';
import type { Speech, Told } from '../../words/speech';
import { list, t, tFrom } from '../../words/words.svelte';
import { openAsk } from '../table/saying';
import type { Saying } from '../table/saying';

/** What may be answered: a template as it is, or one value for what is asked; `coins` is what the seat then gets. */
export interface Answer {
  key: string;
  title: string;
  why: string;
  seat?: number;
  coins?: number;
  template: Template;
  value?: unknown;
}

export interface OpenQuestion {
  told: Told;
  answers: Answer[];
  /** Its answers are players: what they have helps to choose. */
  whom: boolean;
  /** The rule it rests on, where the words name one. */
  rule: string;
  /** A number that may be anything up to here. */
  upTo?: number;
  /** Words of one's own, of so many letters at most. */
  letters?: number;
}

/** Most that is asked for as a number where the engine names no choices. */
const MOST = 60;
/** As long as any word or name that the engine reads. */
const LONGEST = 40;

/** What is asked about an entry that was begun; null while cards are told. */
export function askedFor(saying: Saying, view: View, speech: Speech): OpenQuestion | null {
  const { template } = saying;
  const ask = openAsk(saying);
  if (!ask || ask.of === 'card') return null;
  const place = `entries.${template.type}.asks.${ask.key}`;
  const params = { ...template.figures };
  const told = {
    title: speech.sentence(`${place}.title`, params, template.by) || tFrom('question', ask.of),
    why: speech.sentence(`${place}.why`, params, template.by) || entryWords(template, 'key', view, speech),
  };
  const value = (one: unknown): string => speech.sentence(`${place}.${String(one)}`, params, template.by);
  const choices =
    ask.choices ??
    (ask.of === 'flag' ? [true, false] : ask.of === 'seat' ? playing(view).map(({ seat }) => seat) : []);
  const answers = choices.map((one): Answer => {
    const base = { key: String(one), why: '', template, value: one };
    if (ask.of === 'seat')
      return {
        ...base,
        title: speech.name(Number(one)),
        seat: Number(one),
        ...(ask.coins === undefined ? {} : { coins: ask.coins }),
      };
    if (ask.of === 'flag') return { ...base, title: value(one) || t(one ? 'question.yes' : 'question.no') };
    return { ...base, title: value(one) || (ask.of === 'word' ? speech.term(String(one)) : String(one)) };
  });
  const free = ask.of === 'number' && !answers.length;
  return {
    told,
    answers,
    whom: ask.of === 'seat',
    rule: '',
    ...(free ? { upTo: ask.most ?? MOST } : {}),
    ...(ask.of === 'word' && !answers.length ? { letters: ask.most ?? LONGEST } : {}),
  };
}

/** The open decision of a module, with its answers; null where there is none. `must`: it keeps the game waiting. */
export function decided(view: View, speech: Speech, must: boolean): OpenQuestion | null {
  const moments = new Set(view.goals?.flatMap(({ id, now }) => (now ? [id] : [])));
  const answering = view.allowed.filter(
    ({ module, answers, about }) =>
      module && answers && (about?.goal === undefined || !moments.has(about.goal) || waits(view, answers)),
  );
  const kind = answering.find(({ answers }) => waits(view, answers ?? '') === must)?.answers;
  if (!kind) return null;
  const templates = answering.filter(({ answers }) => answers === kind);
  const open = (view.decisions ?? []).filter((one) => one.kind === kind);
  const seats = [...new Set(open.map(({ by }) => by))];
  const params: Params = { ...about(open[0], speech), names: list(seats.map((seat) => speech.name(seat))) };
  /** A marker says whose answer it is: where one of a kind stands for all of them, such as "neither", nobody is meant. */
  const several = (type: string): boolean =>
    new Set(templates.filter((one) => one.type === type).map(({ by }) => by)).size > 1;
  return {
    told: {
      title: speech.sentence(`decisions.${kind}.ask`, params, seats[0]) || speech.term(kind),
      why: speech.sentence(`decisions.${kind}.why`, params, seats[0]),
    },
    answers: templates.map((template, at) => ({
      key: `${at}`,
      template,
      title: entryWords(template, 'key', view, speech),
      why: entryWords(template, 'why', view, speech),
      ...(several(template.type) ? { seat: template.by } : {}),
    })),
    whom: false,
    rule: speech.sentence(`decisions.${kind}.rule`, {}),
  };
}

function waits(view: View, kind: string): boolean {
  const open = view.decisions?.find((one) => one.kind === kind);
  return open?.must ?? true;
}

/** Words speak of a goal by its name; other figures stand as they are. */
function about(decision: DecisionInfo | undefined, speech: Speech): Params {
  const said: Params = {};
  for (const [key, value] of Object.entries(decision?.about ?? {})) {
    if (typeof value === 'number' || typeof value === 'boolean') said[key] = value;
    else if (typeof value === 'string') said[key] = speech.term(value);
  }
  return said;
}
