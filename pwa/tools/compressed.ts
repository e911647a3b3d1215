import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

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
    closeBundle() {
      for (const file of textFiles(resolve(config.root, config.build.outDir))) compress(file);
    },
  };
}

export function compress(file: string): void {
  const content = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

function textFiles(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
