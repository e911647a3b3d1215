import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { Entry } from '../../src/engine/types';
import { Figures } from './network';
import { Desk, Harbor } from './processes';
import { Voyage } from './voyage';
import type { Game } from './voyage';

const GAMES = join(process.cwd(), '..', 'tests', 'data', 'games');

interface Recorded {
  edition: string;
  modules: string[];
  options: Record<string, unknown>;
  players: string[];
  steps: (Entry & { auto?: boolean })[];
  checkpoints: { coins: Record<string, number> }[];
}

/** Whether the phones' storage fails too: `STORAGE=fails`. */
const STORES = process.env['STORAGE'] === 'fails';

/** One voyage for each of the seeds; gives the figures, or tells the seed of the one that failed. */
export async function evening(seeds: number[], phones: number): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'harbormaster-voyages-'));
  const figures = new Figures();
  const games = readdirSync(GAMES).sort().map(recorded);
  const desk = new Desk();
  const harbor = await Harbor.open(folder);
  process.once('exit', () => harbor.abandon());
  try {
    for (const seed of seeds) {
      const game = games[seed % games.length];
      if (!game) throw new Error(`no recorded games in ${GAMES}`);
      try {
        await orUnhandled(new Voyage(seed, game, phones, harbor, desk, figures, STORES).sail());
      } catch (error) {
        throw new Error(`SEEDS=${seed} PHONES=${phones} (${game.name}) fails`, { cause: error });
      }
    }
  } finally {
    await harbor.kill();
    desk.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  figures.restarts = harbor.restarts - 1;
  return figures;
}

/** What a group enters of a recorded game; the rest happens by itself. */
function recorded(name: string): Game {
  const game = JSON.parse(gunzipSync(readFileSync(join(GAMES, name))).toString()) as Recorded;
  const { edition, modules, options, players, steps, checkpoints } = game;
  return {
    name,
    setup: { edition, modules, options, players } as Game['setup'],
    steps: steps.filter(({ auto, type }) => !auto && type !== 'finish_turn'),
    coins: checkpoints.at(-1)?.coins ?? {},
  };
}

/** An error that nobody catches would be one that the app never hears of. */
async function orUnhandled<T>(work: Promise<T>): Promise<T> {
  let fail: (reason: unknown) => void = () => undefined;
  const unhandled = new Promise<never>((_, reject) => (fail = reject));
  process.on('unhandledRejection', fail);
  try {
    return await Promise.race([work, unhandled]);
  } finally {
    process.off('unhandledRejection', fail);
  }
}
