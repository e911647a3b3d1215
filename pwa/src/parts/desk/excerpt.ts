import type { Edition, Editions, Expedition } from '../../engine';
import { linkTo } from '../../engine/addresses';
import type { Answer, Fact } from '../../engine/rules-desk';
import { inBox } from '../../words/terms';
import { deskLanguage, language, signed, t, tFrom } from '../../words/words.svelte';
import type { Speech } from '../../words/speech';
import { moduleName } from './topics';

/** As much of an answer as is read at a glance, and the rest of it. */
export function split(answer: string): { first: string; rest: string } {
  const sentences =
    answer
      .trim()
      .match(/[^]+?(?:[.!?](?=\s)|$)/g)
      ?.map((one) => one.trim()) ?? [];
  let first = sentences.shift() ?? '';
  // A "No." alone says too little.
  while (sentences.length && first.length < SHORT) first += ` ${sentences.shift() ?? ''}`;
  return { first, rest: sentences.join(' ') };
}

const SHORT = 32;

/** The name of an edition, of a part of a box or of a way to play, or of several that hold together. */
export function whereName(where: string): string {
  const named = (one: string): string =>
    tFrom('box', one, { defaultValue: '' }) || tFrom('new.way', one, { defaultValue: '' }) || moduleName(one);
  return where.split('+').map(named).join(', ');
}

/** A booklet as people call it. */
export function bookName(document: string, editions: Editions | null): string {
  const book: unknown = editions?.documents[document];
  const names = typeof book === 'object' && book ? (book as Record<string, string>) : {};
  return names[language()] ?? names[deskLanguage()] ?? names['name'] ?? document;
}

export interface Ruled {
  name: string;
  line: string;
  now: string;
  otherwise: string;
}

/** The switches on which an answer rests: how this box has them, and how a group may choose otherwise. */
export function ruledOf(answer: Answer, edition: Edition | undefined, told: string): Ruled[] {
  return answer.rulings.flatMap(({ switch: key }) => {
    const name = inBox(told, `switches.${key}.name`);
    if (!name || !edition) return [];
    const value = edition.switches[key];
    const option = edition.house_rules.includes(key)
      ? edition.options.find((one) => one.key === key)
      : undefined;
    const others =
      option?.type === 'bool' ? [!value] : (option?.choices ?? []).filter((choice) => choice !== value);
    return [
      {
        name,
        line: inBox(told, `switches.${key}.line`),
        now: valueName(key, value, told),
        otherwise: others
          .map((other) => valueName(key, other, told))
          .filter(Boolean)
          .join(', '),
      },
    ];
  });
}

function valueName(key: string, value: unknown, told: string): string {
  return inBox(told, `switches.${key}.values.${String(value)}`);
}

export interface ToldFact {
  title: string;
  figure: string;
  why: string;
  gain: boolean;
}

/** A fact of this table, in the reader's words. */
export function tellFact(fact: Fact, speech: Speech, edition: string): ToldFact {
  const params: Fact['params'] = { ...fact.params };
  if (typeof params['net'] === 'number') params['net'] = signed(params['net']);
  if (isExpedition(params['card'])) params['card'] = expeditionName(params['card'], speech);
  if (params['number'] !== undefined)
    params['goal'] = speech.goal({ name: String(params['goal']), number: String(params['number']) });
  if (fact.refusal) params['refusal'] = speech.refusal(fact.refusal, fact.seat);
  if (fact.code === 'ruled') {
    const key = String(params['switch']);
    params['value'] = valueName(key, params['value'], edition) || String(params['value']);
    params['switch'] = inBox(edition, `switches.${key}.name`) || key;
  }
  const said = (part: string): string => speech.sentence(`at_table.${fact.code}.${part}`, params, fact.seat);
  const figure = said('figure');
  return { title: said('title'), figure, why: said('why'), gain: figure.startsWith('+') };
}

/** Several may lie out: each is told by its symbols. */
export function expeditionName(card: Expedition, speech: Speech): string {
  return `${speech.card(card)} (${card.need.map((need) => t(`need.${need}`)).join(', ')})`;
}

function isExpedition(value: unknown): value is Expedition {
  return typeof value === 'object' && value !== null && (value as Expedition).kind === 'expedition';
}

/** What is handed on: the question, its answer, and where it can be read again. */
export function shareable(
  answer: Answer,
  edition: string | undefined,
): { title: string; text: string; url: string } {
  const way = edition ? `/rules/${answer.id}/${edition}` : `/rules/${answer.id}`;
  return { title: answer.question, text: `${answer.question}\n${answer.answer}`, url: linkTo(way) };
}
