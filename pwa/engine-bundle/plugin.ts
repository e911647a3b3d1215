import { createReadStream, existsSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';

import type { Plugin, ResolvedConfig } from 'vite';

import { CACHE, compressBundle, compressed, copyBundle, makeBundle, makeRuntime } from './make.ts';
import type { Bundle } from './make.ts';

const MODULE = 'virtual:engine-bundle';
const TYPES: Record<string, string> = {
  mjs: 'text/javascript',
  wasm: 'application/wasm',
  zip: 'application/zip',
};

/** The Python engine as files of the app: below `engine/` in the build, and from the cache while developing. */
export function engineBundle(): Plugin {
  let config: ResolvedConfig;
  let made: Promise<Bundle> | null = null;
  let sent: Promise<void> | null = null;
  const bundle = (): Promise<Bundle> => (made ??= makeBundle());
  return {
    name: 'engine-bundle',
    configResolved(resolved) {
      config = resolved;
    },
    buildStart() {
      if (config.command !== 'build') return;
      // In threads of its own, while everything else is built; what goes wrong is said where it is waited for.
      sent = Promise.all([compressed(makeRuntime()), bundle().then(compressBundle)]).then(() => undefined);
      sent.catch(() => undefined);
    },
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      const { files, ...found } = await bundle();
      const sizes = Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
      return `export default ${JSON.stringify({ ...found, sizes })}`;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (config.command !== 'build' || !made) return;
        await sent;
        copyBundle(await made, resolve(config.root, config.build.outDir, 'engine'));
      },
    },
    configureServer(server) {
      server.middlewares.use('/engine', (request, response, next) => {
        const file = join(CACHE, normalize(`/${(request.url ?? '').split('?')[0]}`));
        const type = TYPES[file.split('.').at(-1) ?? ''];
        if (!type || !existsSync(file)) return next();
        response.setHeader('Content-Type', type);
        createReadStream(file).pipe(response);
      });
    },
  };
}
