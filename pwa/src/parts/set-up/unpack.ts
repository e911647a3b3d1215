import type { Setup, UnpackedSet, Unpacking, UnpackingStep } from '../../engine';
import { unpacking } from '../../engine/beginnings';
import type { Speech } from '../../words/speech';
import { list, t } from '../../words/words.svelte';

/** More types of persons than that are said as persons. */
const NAMED_TYPES = 5;

export interface TitledStep {
  id: string;
  title: string;
  why: string;
}

let asked: { key: string; answer: Promise<Unpacking> } | null = null;

/** What to take out of the box; a line and the list below it ask for the same. */
export function unpacked(setup: Setup): Promise<Unpacking> {
  const key = JSON.stringify(setup);
  if (asked?.key !== key) {
    const answer = unpacking(setup);
    asked = { key, answer };
    answer.catch(() => (asked = null));
  }
  return asked.answer;
}

/** How many cards are in the pile when the first is drawn; 0 where nobody can say. */
export function inPile(told: Unpacking | null): number {
  return (
    told?.steps.find(({ what }) => what === 'deal')?.left ??
    told?.steps.find(({ what }) => what === 'shuffle')?.count ??
    0
  );
}

/** A step in words; one with other figures is another step. */
export function titled(step: UnpackingStep, speech: Speech): TitledStep {
  const { what, count, sets = [] } = step;
  const id = [what, count, ...sets.map(({ set }) => set)].join(' ');
  const pile = speech.term('draw_pile');
  switch (what) {
    case 'take': {
      const [one] = sets;
      if (!one) return { id, title: '', why: '' };
      const said = cards(one, speech);
      return {
        id,
        title: taken(one),
        why: one.kinds.length === 1 ? said : t('unpack.what', { module: module(one, speech), cards: said }),
      };
    }
    case 'special':
      return {
        id,
        title: t(`unpack.special_${step.lies ?? 'box'}`, { expedition: speech.term('expedition') }),
        why: t('unpack.special_why'),
      };
    case 'leave':
      return {
        id,
        title: t('unpack.leave', { count }),
        why: list(
          sets.map((one) =>
            t(one.mark ? 'unpack.left_mark' : 'unpack.left', { ...one, module: module(one, speech) }),
          ),
        ),
      };
    case 'shuffle': {
      const own = step.own ?? 0;
      return {
        id,
        title: t('unpack.shuffle', { count }),
        why: own
          ? t(own > 0 ? 'unpack.own_more' : 'unpack.own_fewer', { count: Math.abs(own) })
          : t('unpack.shuffle_why', { pile }),
      };
    }
    case 'deal':
      return {
        id,
        title: t('unpack.deal', { count: step.each ?? 0 }),
        why: t('unpack.deal_why', { count, pile, left: step.left }),
      };
    case 'set_up': {
      const of = `unpacking.${step.name ?? ''}`;
      return {
        id: `${id} ${step.name ?? ''}`,
        title: speech.sentence(`${of}.title`, { ...step }),
        why: speech.sentence(`${of}.why`, { ...step }),
      };
    }
  }
}

/** Where the steps stand in the booklet, each place once. */
export function places(steps: UnpackingStep[], speech: Speech): string[] {
  return [...new Set(steps.map(({ rule }) => speech.place(rule)))].filter(Boolean);
}

function taken({ count, of, mark }: UnpackedSet): string {
  if (count < of) return t(mark ? 'unpack.take_part_mark' : 'unpack.take_part', { count, of, mark });
  return t(mark ? 'unpack.take_mark' : 'unpack.take', { count, mark });
}

function module({ module: name }: UnpackedSet, speech: Speech): string {
  return speech.sentence(`params.module.${name}`, {}) || name;
}

/** 5 Clerks, 4 Gunners, 10 ships: persons by their type where these are few. */
function cards({ kinds }: UnpackedSet, speech: Speech): string {
  const persons = kinds.filter(({ kind }) => kind === 'person');
  const named = persons.length <= NAMED_TYPES;
  const summed: UnpackedSet['kinds'][number] = {
    kind: 'person',
    count: persons.reduce((sum, { count }) => sum + count, 0),
  };
  const shown = named ? kinds : [summed, ...kinds.filter(({ kind }) => kind !== 'person')];
  return list(
    shown.map(({ kind, type, count }) => {
      const term = type ?? kind;
      if (term === 'ship' || term === 'tax' || term === 'mixed') return t(`unpack.${term}`, { count });
      return `${count} ${speech.counted(term, `${term}s`, count)}`;
    }),
  );
}
