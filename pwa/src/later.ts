import { localRules } from './engine/local';
import { register } from './sw/register';

/** What starts when the first screen works: nothing that a screen waits for. */
export function later(): void {
  const start = (): void => {
    localRules().start();
    void register();
  };
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 3000 });
  else setTimeout(start, 500);
}
