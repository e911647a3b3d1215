import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { OLDEST } from './browsers.ts';

const PLACE = '<!-- too old -->';
const WORDS = /^([a-z]{2})\.json$/;

/** Says in the page itself, in every language, which browsers are meant: who has another one may run no module at all. */
export function tooOld(): Plugin {
  let root = '';
  return {
    name: 'too-old',
    configResolved(resolved) {
      root = join(resolved.root, 'src/words');
    },
    transformIndexHtml(page) {
      if (!page.includes(PLACE)) throw new Error(`no ${PLACE} in index.html`);
      const said = readdirSync(root).flatMap((file) => {
        const [, language] = WORDS.exec(file) ?? [];
        return language
          ? [
              `<p role="alert" lang="${language}" hidden>${sentence(readFileSync(join(root, file), 'utf-8'))}</p>`,
            ]
          : [];
      });
      return page.replace(PLACE, `<div id="too-old">${said.join('')}</div>`);
    },
  };
}

function sentence(words: string): string {
  const { too_old: said } = JSON.parse(words) as { too_old: string };
  return said.replace(/\{(\w+)\}/g, (_, browser: string) => {
    const version = OLDEST.get(browser);
    if (!version) throw new Error(`${browser} is no browser of package.json`);
    return version;
  });
}
