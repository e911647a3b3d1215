import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
/** What the serif's g needs below its line, where the line is the edge. */
const DEEP = 1.25;

test('no serif word that ends at its edge loses the lower part of its letters', () => {
  const cut = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(svelte|css)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(src, file), 'utf8').matchAll(/([^{};]+)\{([^{}]*)\}/g)]
        .filter(([, , rule = '']) => {
          const line = /font:[^;]*\/(\d[\d.]*) var\(--serif/.exec(rule)?.[1];
          return (
            line !== undefined &&
            Number(line) < DEEP &&
            /overflow(-y)?:\s*(hidden|clip)/.test(rule) &&
            !rule.includes('padding-block-end')
          );
        })
        .map(([, selector = '']) => selector.trim()),
    );
  // Fields show what is typed by themselves; the ledger's line has its room above and below.
  expect(cut.filter((one) => !/input\)?$/.test(one) && one !== '.ledger .said b')).toEqual([]);
});
