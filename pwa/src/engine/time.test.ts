import { expect, test } from 'vitest';

import { toMillis, toSeconds } from './time';
import type { Millis } from './time';

test('seconds and milliseconds are the same moment', () => {
  expect(toMillis(toSeconds(1_795_000_000_400 as Millis))).toBe(1_795_000_000_000);
});
