import type { Follow } from '../../src/engine/stream';
import { asEntered } from '../../src/engine/stream';
import type { RawLine } from '../../src/engine/local/local';
import type { Chance } from './chance';
import type { Clock } from './clock';
import type { Network } from './network';
import type { Harbor } from './processes';

/** A stream as a bad evening brings it: late, with lines twice and lines missing, and broken off now and then. */
export function news(
  clock: Clock,
  chance: Chance,
  network: Network,
  harbor: Harbor,
  isGone: () => boolean,
): Follow {
  return (table, since, told) => {
    let isStopped = false;
    let toldAt: number | null = null;
    const broken = (): void => {
      toldAt = null;
      told.broken();
    };
    const look = async (): Promise<void> => {
      if (isStopped || isGone()) return;
      clock.later(() => void look(), chance.between(300, 6_000));
      if (network.weather === 'gone' || !harbor.isUp) return broken();
      const { written } = harbor;
      if (toldAt === written) return; // a stream is silent where nothing happens
      const path = `http://127.0.0.1:${harbor.port}/api/tables/${table.code}/entries?since=${since() ?? 0}`;
      const answer = await clock.during(
        harbor.ask(path, { method: 'GET', headers: { Authorization: `Bearer ${table.token}` } }),
      );
      if (isStopped || isGone()) return;
      if (answer?.status !== 200) return broken();
      const { revision, lines } = JSON.parse(answer.text) as {
        revision: number;
        lines: (RawLine & { revision: number })[];
      };
      told.hello(revision);
      toldAt = written;
      for (const line of lines) {
        if (chance.hits(0.1)) {
          toldAt = null;
          continue;
        }
        for (let copy = 0; copy < (chance.hits(0.1) ? 2 : 1); copy += 1)
          told.line(line.revision, asEntered(line));
      }
    };
    clock.later(() => void look(), chance.between(0, 2_000));
    return {
      wake: () => undefined,
      stop: () => {
        isStopped = true;
      },
    };
  };
}
