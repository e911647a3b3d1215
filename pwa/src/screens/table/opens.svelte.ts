import { push } from 'svelte-spa-router';

import type { Goal, Template } from '../../engine';
import type { Kind } from '../../parts/table/learning';
import type { About } from './about';
import type { Open } from './sheets';

/** What lies over the table, and where a tap leads that enters nothing. */
export class Opens {
  open = $state.raw<Open | null>(null);
  /** On a large screen: what stands beside the keys, and turns to what an address names if it can. */
  beside = $state.raw<{ turn: (address: string) => boolean } | undefined>();

  constructor(private readonly code: string) {}

  private get place(): string {
    return `/table/${this.code}`;
  }

  show = (sheet: Open): void => {
    this.open = sheet;
  };

  close = (): void => {
    this.open = null;
  };

  menu = (): void => this.show({ sheet: 'menu' });
  invite = (): void => this.show({ sheet: 'invite' });
  doubt = (): void => this.show({ sheet: 'doubt' });
  check = (): void => this.show({ sheet: 'check' });
  coach = (): void => this.show({ sheet: 'coach' });
  account = (seat: number): void => this.show({ sheet: 'account', seat });
  /** What was entered wrongly: the last entry, or that one, or the last of a player's. */
  slip = (about: { revision?: number; seat?: number } = {}): void => this.show({ sheet: 'slip', ...about });
  other = (kind: Kind): void => this.show({ sheet: 'other', kind });
  why = (template: Template): void => this.show({ sheet: 'why', template });
  about = (about: About): void => this.show({ sheet: 'about', about });
  expeditions = (): void => this.show({ sheet: 'expeditions' });
  events = (id: string): void => this.show({ sheet: 'events', id });
  goal = ({ id }: Pick<Goal, 'id'>): void => this.show({ sheet: 'goal', id });
  /** All that are done. */
  goalsDone = (): void => this.goal({ id: '' });
  /** Another card lies at a berth, or somebody else took the one from there. */
  not = (berth: number): void => this.show({ sheet: 'not', berth });
  else = (berth: number): void => this.show({ sheet: 'else', berth });

  /** Beside the keys where there is room, else on a screen of its own. */
  look = (where: string): void => {
    const address = `${this.place}/${where}`;
    this.close();
    if (!this.beside?.turn(`#${address}`)) void push(address);
  };

  log = (): void => this.look('log');
  rules = (): void => this.look('rules');

  learn = (what: string, id: string): void => {
    void push(`${this.place}/learn/${what}/${encodeURIComponent(id)}`);
  };

  player = (seat: number): void => {
    void push(`${this.place}/player/${seat}`);
  };

  scores = (): void => {
    void push(`${this.place}/scores`);
  };
}
