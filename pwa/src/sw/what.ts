/// <reference lib="webworker" />
/** What is kept on the phone. Both lists are written in by tools/service-worker.ts when the app is built. */
import type { PrecacheEntry } from 'workbox-precaching';

declare const __SHELL__: PrecacheEntry[];
declare const __ENGINE__: string[];
declare const self: ServiceWorkerGlobalScope;

/** The app itself: every screen, every drawing, every word. */
export const SHELL = __SHELL__;

/** The Python engine's files of this version, as addresses. */
export const ENGINE = __ENGINE__.map((path) => new URL(path, self.registration.scope).href);

/** Filled by engine/local/download.ts once the first screen works. */
export const ENGINE_STORE = 'harbormaster-engine';

/** Addresses that the server alone answers: nothing of a table is ever kept here. */
export const SERVERS_OWN = /\/(api|healthz|readyz|metrics)(\/|$)/;
