import { localEngine } from './local';
import { broughtAlong } from './bring-along';
import { StoredBooks } from './local/books';
import { ServerEngine } from './server';
import { People } from './people';
import { Together } from './two-engines';
import type { TableKey } from './engine';
import type { Follow, Following } from './stream';
import type { TableEngine } from './two-engines';
import type { View } from './types';

let chosen: TableEngine | null = null;
let asked: ServerEngine | null = null;

function server(): ServerEngine {
  return (asked ??= new ServerEngine());
}

/** The engine that answers on this phone. */
export function engine(): TableEngine {
  chosen ??= new Together(
    localEngine(),
    server(),
    new StoredBooks(undefined, broughtAlong()),
    undefined,
    undefined,
    following(server().root),
  );
  return chosen;
}

/** Until what follows a table is fetched again, where it did not come. */
const AGAIN = 15_000;

/** The first screen comes without what only a table needs. */
function following(root: string): Follow {
  return (table, since, news) => {
    let [stream, isOver]: [Following | null, boolean] = [null, false];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = (): void =>
      void import('./other-tabs').then(
        ({ followTogether }) => {
          if (!isOver) stream = followTogether(root)(table, since, news);
        },
        () => {
          if (isOver) return;
          news.deaf();
          timer = setTimeout(load, AGAIN);
        },
      );
    load();
    return {
      wake: () => stream?.wake(),
      stop: () => {
        isOver = true;
        clearTimeout(timer);
        stream?.stop();
      },
    };
  };
}

/** Who is at a table, and how one gets there. */
export function people(): People {
  return new People(server());
}

/** What the server shows of a table to whoever has a key to it. */
export function serverView(table: TableKey): Promise<View> {
  return server().view(table);
}

/** For tests. */
export function useEngine(other: TableEngine | null): void {
  chosen = other;
}

export * from './engine';
export * from './types';
export { newId, newToken } from './chance';
export { mayEnter } from './people';
export type { Asked, Doubt, Invitation, Invite, Member, Members, Role } from './people';
export type { Decision, Question } from './local/page';
export type { TableEngine } from './two-engines';
export type { Progress } from './to-server';
export { dayOf, now, toMillis, toSeconds } from './time';
export type { Millis, Seconds } from './time';
export { localRules } from './local';
export type { Status } from './local';
export type { Exported as Saved } from './local';
