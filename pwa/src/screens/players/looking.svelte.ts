import { careersOf } from '../../engine/careers';
import type { Career } from '../../engine/careers';
import type { Group } from '../../memory/groups';
import { playedGames } from '../../memory/played';
import { memory } from '../../memory/remembering';

/** Careers of everybody on this phone, or in one group; worked out while one waits. */
export class Looking {
  careers = $state.raw<Career[] | null>(null);
  groups = $state.raw<Group[]>([]);
  done = $state(0);
  of = $state(0);
  failed = $state(false);
  /** Games that are over, of which nobody could say now what they came to. */
  unknown = $state(0);

  private games: Awaited<ReturnType<typeof playedGames>> = [];
  private readonly leaving = new AbortController();

  async start(group = ''): Promise<void> {
    const found = await memory();
    this.groups = found.groups.filter(({ tables }) => tables.some(({ over }) => over));
    this.games = await playedGames(
      found.tables,
      (done, of) => ([this.done, this.of] = [done, of]),
      this.leaving.signal,
    );
    this.unknown = this.leaving.signal.aborted ? 0 : this.of - this.games.length;
    await this.look(group);
  }

  async look(group: string): Promise<void> {
    if (this.leaving.signal.aborted) return;
    const games = this.games.filter((one) => group === '' || one.group === group).map(({ game }) => game);
    try {
      this.careers = (await careersOf(games)).players;
      this.failed = false;
    } catch {
      this.failed = true;
    }
  }

  /** With how many groups somebody has played. */
  groupsWith(name: string): number {
    const known = name.toLocaleLowerCase();
    const groups = this.games
      .filter(({ game }) => game.players.some((one) => one.name.toLocaleLowerCase() === known))
      .map(({ group }) => group);
    return groups.filter((group, at) => groups.indexOf(group) === at).length;
  }

  stop(): void {
    this.leaving.abort();
  }
}
