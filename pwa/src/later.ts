import { engine } from './engine';
import { localRules } from './engine/local';
import { register } from './sw/register';

/** A slow phone needs the time to bring up a table; what is started here would take it away. */
const FIRST_SCREEN = 1500;

/** What starts when the first screen works: nothing that a screen waits for. */
export function later(): void {
  const start = (): void => {
    localRules().start();
    void warmUp();
    void register();
    keepSending();
  };
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 });
    else start();
  }, FIRST_SCREEN);
}

/** What earlier visits left unsent goes out now, and whenever the network or the phone comes back. */
function keepSending(): void {
  const wake = (): void => void engine().wake().catch(() => undefined);
  window.addEventListener('online', wake);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') wake();
  });
  wake();
}

/** The first search of the rules desk makes its index: done before anybody asks. */
async function warmUp(): Promise<void> {
  if (await localRules().ready()) await localRules().call('search', { query: '' });
}
