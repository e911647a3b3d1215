import { engine } from './engine';
import { localRules } from './engine/local';
import { fetchScreens } from './routes';
import { register } from './sw/register';

/** The index of the rules desk takes the engine a while, in which it answers no tap: only later, or when the desk is opened. */
const QUIET = 30_000;

/** What starts when the first screen works: nothing that a screen waits for. */
export function later(): void {
  localRules().start();
  void localRules()
    .ready()
    .then(bringTheRest)
    .catch(() => undefined);
  void register();
  keepSending();
}

/** What earlier visits left unsent goes out now, and whenever the network or the phone comes back. */
function keepSending(): void {
  const chest = () => import('./memory/chest');
  const wake = (): void =>
    void engine()
      .wake()
      .then(chest)
      .then(({ sayWhatWaits }) => sayWhatWaits())
      .catch(() => undefined);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  wake();
  void chest()
    .then(({ emptyChest }) => emptyChest())
    .catch(() => undefined);
}

/** What can wait for a quiet moment. Where the network goes meanwhile, it comes when it is asked for. */
async function bringTheRest(): Promise<void> {
  if (!navigator.serviceWorker?.controller) await fetchScreens();
  const desk = await import('./engine/rules-desk');
  await new Promise((resolve) => setTimeout(resolve, QUIET));
  await desk.makeIndex();
}
