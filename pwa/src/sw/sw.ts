/// <reference lib="webworker" />
/** The service worker: when something happens. */
import { bringEngine, serveEngine, serveShell, tidyEngine } from './how';

declare const self: ServiceWorkerGlobalScope;

serveShell();
serveEngine();

self.addEventListener('install', (event) => event.waitUntil(bringEngine()));

// A page that was open before this worker came is served by it from now on.
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), tidyEngine()])),
);

// A new version waits until somebody at the harbor says so: a game is never interrupted.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting();
  else if (event.data === 'claim') event.waitUntil(self.clients.claim());
});
