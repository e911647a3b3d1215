import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin, ResolvedConfig } from 'vite';

const MODULE = 'virtual:sprite';
/** The names of all drawings: apart, so that the first screen does without them. */
const NAMES = 'virtual:drawings';
const SERVED = '/sprite.svg';
const SYMBOL = /<symbol id="([^"]+)"/g;

/** All drawings as one file: those of the game itself, and the symbols.svg of every folder in src/modules. */
export function sprite(): Plugin {
  let config: ResolvedConfig;
  const sources = (): string[] => {
    const modules = join(config.root, 'src/modules');
    const found = existsSync(modules)
      ? readdirSync(modules)
          .sort()
          .map((name) => join(modules, name, 'symbols.svg'))
      : [];
    return [join(config.root, 'src/drawings/symbols.svg'), ...found.filter((file) => existsSync(file))];
  };
  return {
    name: 'sprite',
    configResolved(resolved) {
      config = resolved;
    },
    resolveId: (id) => (id === MODULE || id === NAMES ? `\0${id}` : null),
    load(id) {
      if (id !== `\0${MODULE}` && id !== `\0${NAMES}`) return null;
      const files = sources();
      for (const file of files) this.addWatchFile(file);
      const [own = '', ...others] = files.map((file) => readFileSync(file, 'utf-8'));
      if (id === `\0${NAMES}`) return `export default ${JSON.stringify([own, ...others].flatMap(idsOf))};`;
      const address =
        config.command === 'build'
          ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'symbols.svg', source: merged(own, others) })}`
          : JSON.stringify(SERVED);
      return `export const sheet = ${address};\nexport const added = ${JSON.stringify(others.flatMap(idsOf))};`;
    },
    configureServer(server) {
      server.middlewares.use(SERVED, (_request, response) => {
        const [own = '', ...others] = sources().map((file) => readFileSync(file, 'utf-8'));
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(merged(own, others));
      });
    },
  };
}

/** One sheet of several. Two drawings of one name would show whichever comes first. */
export function merged(own: string, others: string[]): string {
  const ids = [own, ...others].flatMap(idsOf);
  const twice = ids.find((id, at) => ids.indexOf(id) < at);
  if (twice) throw new Error(`two drawings are named ${twice}`);
  const more = others.map((sheet) => sheet.replace(/^[^]*?<svg[^>]*>|<\/svg>\s*$/g, '').trim());
  return own.replace(/<\/svg>\s*$/, `${more.join('\n')}\n</svg>\n`);
}

export function idsOf(sheet: string): string[] {
  return [...sheet.matchAll(SYMBOL)].map(([, id = '']) => id);
}
