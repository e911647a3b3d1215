import type { Drawing } from '../../drawings/sprite';
import type { View } from '../../engine';
import { hasServer } from '../../engine/host';
import { figures, NOTHING } from '../../engine/own-box';
import { playing } from '../../engine/seating';
import { saveToFile } from '../../memory/files';
import type { TableStore } from '../../stores/table.svelte';
import { list, shares, t } from '../../words/words.svelte';
import { teaches } from '../lessons/lessons';

/** Where it leads on this screen besides the pages of the table; what is left out, it does not offer. */
export interface Ways {
  /** Counts what lies before everybody. */
  check?: () => void;
  /** Changes how much is recorded. */
  keeping?: () => void;
  /** Changes house rules; so many are not as in the booklet. */
  house?: { changed: number; open: () => void };
  /** Shows what may come next, and turns that on or off. */
  coach?: () => void;
  /** Shows what is otherwise about the group's box. */
  box?: () => void;
  /** What lies before everybody is counted by hand. */
  hand?: () => void;
  /** Shows who plays, and what changes from now on. */
  crew?: () => void;
  /** Shows who is at the table, once the server knows it. */
  invite?: () => void;
}

/** A key: what it is called, and how that stands now. */
export interface Way {
  key: string;
  drawing: Drawing;
  name: string;
  now: string;
  to?: string;
  act?: (() => void) | undefined;
  lit?: boolean;
}

/** Of what table the keys are. */
interface About {
  code: string;
  view: View | null;
  members: TableStore['members'];
  /** Who knocks, or claims the keeper's place. */
  knocks: string;
  /** How the table stands, in words. */
  stands: string;
  ways: Ways;
}

/** What is opened all evening long. */
export function firstKeys({ code, view, stands, ways }: About): Way[] {
  const table = `/table/${code}`;
  return [
    {
      key: 'log',
      drawing: 'log',
      name: t('menu.log'),
      now: t('menu.rounds', { count: view?.round ?? 1 }),
      to: `${table}/log`,
    },
    { key: 'scores', drawing: 'medal', name: t('menu.scores'), now: stands, to: `${table}/scores` },
    ...offered(ways.check, {
      key: 'check',
      drawing: 'count',
      name: t('check.title'),
      now: t('menu.check_why'),
    }),
  ];
}

/** Everything else, by what it is about; a group may be empty. */
export function groupedKeys({
  code,
  view,
  members,
  knocks,
  ways,
}: About): { title: string; wide?: boolean; ways: Way[] }[] {
  const table = `/table/${code}`;
  return [
    {
      title: t('menu.game'),
      ways: [
        ...offered(ways.keeping, {
          key: 'keeping',
          drawing: 'feather',
          name: t('menu.kept'),
          now: t(`menu.kept_${view?.keeping?.how ?? 'cards'}`),
        }),
        ...offered(ways.house?.open, {
          key: 'house',
          drawing: 'sliders',
          name: t('crew.rules'),
          now: ways.house?.changed
            ? t('new.house_changed', { count: ways.house.changed })
            : t('menu.as_printed'),
        }),
        ...offered(ways.coach, {
          key: 'coach',
          drawing: 'spyglass',
          name: t('menu.coach'),
          now: t(view?.coach ? 'menu.coach_on' : 'menu.coach_off'),
        }),
        ...offered(ways.box, {
          key: 'box',
          drawing: 'box',
          name: t('own.title'),
          now: differs(view) || t('menu.complete'),
        }),
        ...offered(ways.hand, {
          key: 'hand',
          drawing: 'hand',
          name: t('hand.menu'),
          now: shares('hand.menu_why'),
        }),
      ],
    },
    {
      title: t('menu.company'),
      ways: [
        ...offered(ways.crew, {
          key: 'crew',
          drawing: 'people',
          name: t('menu.crew'),
          now: view ? t('menu.play', { count: playing(view).length }) : '',
        }),
        ...offered(ways.invite, {
          key: 'phones',
          drawing: 'phone',
          name: t('menu.phones'),
          now: knocks
            ? t('strip.knocks', { name: knocks })
            : members
              ? t('menu.here', { count: members.members.length })
              : '',
          lit: knocks !== '',
        }),
        ...offered(hasServer ? undefined : () => void saveToFile(code), {
          key: 'move',
          drawing: 'share',
          name: t('manage.save'),
          now: t('manage.save_why'),
        }),
        {
          key: 'board',
          drawing: 'tablet',
          name: t('menu.board'),
          now: t('menu.board_why'),
          to: `${table}/board`,
        },
        {
          key: 'settings',
          drawing: 'gear',
          name: t('menu.settings'),
          now: t('menu.settings_why'),
          to: '/settings',
        },
      ],
    },
    {
      title: t('menu.help'),
      wide: true,
      ways: [
        {
          key: 'rules',
          drawing: 'ask',
          name: t('menu.rules'),
          now: t('menu.rules_why'),
          to: `${table}/rules`,
        },
        ...(view && teaches(view)
          ? [
              {
                key: 'teach',
                drawing: 'lesson' as const,
                name: t('menu.teach'),
                now: t('menu.teach_why'),
                to: `${table}/teach`,
              },
            ]
          : []),
      ],
    },
  ];
}

function differs(view: View | null): string {
  const { own, missing } = figures(view?.box ?? NOTHING);
  return list([
    ...(own ? [t('own.count_own', { count: own })] : []),
    ...(missing ? [t('own.count_missing', { count: missing })] : []),
  ]);
}

function offered(act: (() => void) | undefined, one: Omit<Way, 'act'>): Way[] {
  return act ? [{ ...one, act }] : [];
}
