import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Plugin, ResolvedConfig } from 'vite';

const MODULE = 'virtual:sprite';
/** The names of all drawings: apart, so that the first screen does without them. */
const NAMES = 'virtual:drawings';
const SERVED = '/sprite.svg';
const SYMBOL = /<symbol id="([^"]+)"/g;

/** All drawings as one file: those of the game itself, and the symbols.svg of every folder in src/modules. */
export function sprite(): Plugin {
  let config: ResolvedConfig;
  const sources = (): string[] => sheetsIn(join(config.root, 'src'));
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
      // Unit tests look whether the types are up to date, so they leave them as they are.
      if (!process.env['VITEST']) {
        sources().forEach(writeTypes);
        server.watcher.on('change', (file) => {
          if (sources().includes(file)) writeTypes(file);
        });
      }
      server.middlewares.use(SERVED, (_request, response) => {
        const [own = '', ...others] = sources().map((file) => readFileSync(file, 'utf-8'));
        response.setHeader('Content-Type', 'image/svg+xml');
        response.end(merged(own, others));
      });
    },
  };
}

/** The sheet of the game itself, then those of the modules. */
export function sheetsIn(src: string): string[] {
  const modules = join(src, 'modules');
  const found = existsSync(modules)
    ? readdirSync(modules)
        .sort()
        .map((name) => join(modules, name, 'symbols.svg'))
    : [];
  return [join(src, 'drawings/symbols.svg'), ...found.filter((file) => existsSync(file))];
}

/** The names of a sheet as types, in a file beside it: a module's stand nowhere else. */
export function typesOf(sheet: string): string {
  const names = idsOf(sheet).map((id) => `    ${/^\w+$/.test(id) ? id : `'${id}'`}: true;\n`);
  return `/** Written from the symbols.svg beside it by tools/sprite.ts: \`npm run dev\`, or \`npx vitest run src/drawings -u\`. */
declare module 'virtual:drawings' {
  interface Drawings {
${names.join('')}  }
}
`;
}

export const typesBeside = (file: string): string => join(dirname(file), 'symbols.d.ts');

function writeTypes(file: string): void {
  const types = typesOf(readFileSync(file, 'utf-8'));
  const beside = typesBeside(file);
  if (!existsSync(beside) || readFileSync(beside, 'utf-8') !== types) writeFileSync(beside, types);
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
