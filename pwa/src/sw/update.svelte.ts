/** A new version of the app lies ready. Shown at the harbor only: a game is never interrupted. */
export const update = $state({ ready: false });

let waiting: ServiceWorker | null = null;

export function offer(worker: ServiceWorker): void {
  waiting = worker;
  update.ready = true;
}

/** Starts the new version; the page loads anew as soon as it has taken over, or at once where another tab has started it. */
export function takeUpdate(): void {
  if (!waiting) return;
  if (waiting.state !== 'installed') return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting.postMessage('take-over');
}
