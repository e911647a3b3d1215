import { settings } from './settings.svelte';

let lock: { enable(): void; disable(): void } | null = null;

/**
 * Keeps the screen on while a table is open. Where the page is not secure, as in most home networks, there is no wake
 * lock and the library plays a silent video instead; both need a first touch.
 */
export function keepAwake(): () => void {
  const start = (): void => {
    if (!settings.awake || lock) return;
    import('@zakj/no-sleep')
      .then(({ default: NoSleep }) => {
        lock ??= new NoSleep();
        try {
          lock.enable();
        } catch {
          lock = null;
        }
      })
      .catch(listen);
  };
  /** Without a network the library cannot be fetched; a later touch may find one. */
  const listen = (): void => document.addEventListener('click', start, { once: true });
  listen();
  return () => {
    document.removeEventListener('click', start);
    lock?.disable();
    lock = null;
  };
}
