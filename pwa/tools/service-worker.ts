import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

import { build } from 'vite';
import type { Plugin, ResolvedConfig } from 'vite';

import { compress } from './compressed.ts';

// Compressed siblings, the engine (kept by the page when it needs it), and what only a shop window shows.
const NOT_SHELL = /\.(br|gz)$|^engine\/|^sw\.js$|^(screenshots|icons)\//;
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

/** Builds src/sw into sw.js, with the list of what the app is made of. Runs when everything else is written. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const dist = resolve(config.root, config.build.outDir);
        await build({
          configFile: false,
          root: config.root,
          publicDir: false,
          logLevel: 'warn',
          define: {
            __SHELL__: JSON.stringify(shell(dist)),
            __ENGINE__: JSON.stringify(engine(dist)),
            // Workbox's own remarks are for its developers.
            'process.env.NODE_ENV': '"production"',
          },
          build: {
            target: config.build.target,
            outDir: dist,
            emptyOutDir: false,
            copyPublicDir: false,
            modulePreload: false,
            rolldownOptions: {
              input: join(config.root, 'src/sw/sw.ts'),
              output: { format: 'iife', entryFileNames: 'sw.js' },
            },
          },
        });
        await compress(join(dist, 'sw.js'));
      },
    },
  };
}

function shell(dist: string): { url: string; revision: string | null }[] {
  return readdirSync(dist, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((url) => !NOT_SHELL.test(url))
    .sort()
    .map((url) => ({ url, revision: HASHED.test(url) ? null : digest(join(dist, url)) }));
}

function engine(dist: string): string[] {
  const list = join(dist, 'engine', 'bundle.json');
  if (!existsSync(list)) return [];
  const { files } = JSON.parse(readFileSync(list, 'utf-8')) as { files: { path: string }[] };
  return files.map(({ path }) => `engine/${path}`);
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
}
