import { offer } from './update.svelte';

const HOUR = 3_600_000;

/** Registers the service worker where the page is secure. In a plain home network there is none, and nothing needs it. */
export async function register(): Promise<void> {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(new URL('sw.js', document.baseURI), {
      updateViaCache: 'none',
    });
    // A page that came while the worker took over, or past it, is not among those that it has claimed.
    if (!navigator.serviceWorker.controller) registration.active?.postMessage('claim');
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
    registration.addEventListener('updatefound', () => watch(registration.installing));
    watch(registration.installing);
    lookEvery(HOUR, registration);
  } catch {
    // A browser that forbids it: the app works as a page.
  }
}

function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    // Without a controller it is the first one, and no update.
    if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
  });
}

/** A phone may keep the app open for days. */
function lookEvery(wait: number, registration: ServiceWorkerRegistration): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') registration.update().catch(() => undefined);
  }, wait);
}
