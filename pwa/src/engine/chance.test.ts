import { expect, it, vi } from 'vitest';

import { newId, newToken } from './chance';

it('makes ids and tokens where the page is not secure', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(newId()).toMatch(/^[0-9a-f]{32}$/);
  expect(newToken()).toMatch(/^[\w-]{43}$/);
  expect(new Set(Array.from({ length: 100 }, newId)).size).toBe(100);
  vi.unstubAllGlobals();
});
