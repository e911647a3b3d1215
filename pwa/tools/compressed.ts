import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { Plugin, ResolvedConfig } from 'vite';

const TEXT = /\.(html|js|mjs|css|svg|json|webmanifest|txt|wasm)$/;

/** Writes a .br and a .gz beside every text file, so that the server compresses nothing while a table plays. */
export function compressed(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'compressed-siblings',
    apply: 'build',
    enforce: 'post',
    configResolved(resolved) {
      config = resolved;
    },
    async closeBundle() {
      // A static host compresses by itself, and another mode is a build to be tried on this machine.
      if (config.mode !== 'production') return;
      await Promise.all(textFiles(resolve(config.root, config.build.outDir)).map(compress));
    },
  };
}

/** In threads of their own: as many files at once as there are cores. */
export async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

function textFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
