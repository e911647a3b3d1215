/** How it is kept: the shell at once, the engine's files only on a phone that has used them. */
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { ENGINE, ENGINE_STORE, SERVERS_OWN, SHELL } from './what';

/** The app opens without a network: its files come from here, and every address of the app shows index.html. */
export function serveShell(): void {
  precacheAndRoute(SHELL, { cleanURLs: false });
  cleanupOutdatedCaches();
  registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: [SERVERS_OWN] }));
}

/** The engine's files come from where the page has put them. */
export function serveEngine(): void {
  const files = new Set(ENGINE);
  registerRoute(
    ({ url }) => files.has(url.href),
    async ({ request }) => {
      const kept = await (await caches.open(ENGINE_STORE)).match(request.url);
      return kept ?? fetch(request);
    },
  );
}

/** Brings a new version's engine along where an older one is kept, so that an update works without a network too. */
export async function bringEngine(): Promise<void> {
  const store = await caches.open(ENGINE_STORE);
  const kept = new Set((await store.keys()).map(({ url }) => url));
  if (kept.size === 0) return;
  // A broken connection must not hold up the update: the page fetches later what is missing now.
  await Promise.allSettled(
    ENGINE.filter((address) => !kept.has(address)).map((address) => store.add(address)),
  );
}

/** Throws the engine's other versions away. */
export async function tidyEngine(): Promise<void> {
  const store = await caches.open(ENGINE_STORE);
  for (const request of await store.keys()) if (!ENGINE.includes(request.url)) await store.delete(request);
}
