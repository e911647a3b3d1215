import { afterEach, describe, expect, it } from 'vitest';

import { change, settings } from './settings.svelte';

const KEY = 'harbormaster.settings';

/** As the browser tells all tabs but the one that has changed something. */
function changedElsewhere(part: object): void {
  localStorage.setItem(KEY, JSON.stringify({ ...settings, ...part }));
  window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
}

describe('settings', () => {
  afterEach(() => change({ theme: 'night', language: 'auto' }));

  it('follow what is set in another tab', () => {
    changedElsewhere({ theme: 'day', language: 'de' });
    expect(settings.theme).toBe('day');
    expect(settings.language).toBe('de');
    expect(document.documentElement.dataset['theme']).toBe('day');
  });

  it('stay as they are where another tab keeps something else', () => {
    change({ theme: 'contrast' });
    localStorage.setItem(KEY, JSON.stringify({ theme: 'day' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'harbormaster.library' }));
    expect(settings.theme).toBe('contrast');
  });
});
