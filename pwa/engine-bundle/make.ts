import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { loadPyodide, version as pyodideVersion } from 'pyodide';

import { sourceFiles, versionOf } from './sources.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const PWA = join(HERE, '..');
const COMPANION = join(PWA, '..', 'companion');
const PYODIDE = join(PWA, 'node_modules', 'pyodide');
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];

export interface BundleFile {
  path: string;
  bytes: number;
  wire: number;
}

/** What the phone fetches to run the engine by itself; paths are relative to `engine/`. */
export interface Bundle {
  version: string;
  python: string;
  companion: string;
  /** Pyodide asks for a list of packages: this one is empty. */
  lock: { info: Record<string, string>; packages: Record<string, never> };
  files: BundleFile[];
}

/** Where finished bundles lie; a build that finds its own there copies it. */
export const CACHE = join(PWA, 'node_modules', '.cache', 'engine-bundle');

/** The bundle for the sources as they are now, made if it is not there yet. */
export async function makeBundle(): Promise<Bundle> {
  const names = sourceFiles(COMPANION);
  const version = versionOf(COMPANION, names);
  const compile = readFileSync(join(HERE, 'compile.py'));
  const tool = digest(pyodideVersion, compile);
  // Only the imports decide what of the standard library is needed: new rules keep the large part as it is.
  const python = `python-${digest(tool, importsOf(names))}`;
  const companion = `rules-${version}-${tool.slice(0, 4)}`;
  const list = join(CACHE, `${python}+${companion}.bundle.json`);
  if (!existsSync(list)) {
    const py = await loadPyodide({ indexURL: PYODIDE });
    py.FS.mkdirTree('/src/companion');
    py.FS.mount(py.FS.filesystems.NODEFS, { root: COMPANION }, '/src/companion');
    py.runPython(compile.toString());
    const call = (name: string, ...given: unknown[]): Uint8Array => {
      const made = py.globals.get(name)(...given.map((value) => py.toPy(value)));
      try {
        return made.toJs() as Uint8Array;
      } finally {
        made.destroy();
      }
    };
    const packed = call('pack_companion', '/src/companion', ['__init__.py', ...names], version);
    if (!existsSync(join(CACHE, python, 'python_stdlib.zip'))) {
      await keep(python, {
        ...Object.fromEntries(RUNTIME.map((name) => [name, runtimeFile(name)])),
        'python_stdlib.zip': call('pack_library', '/src/companion', names, packed),
      });
    }
    await keep(companion, { 'companion.zip': packed });
    writeFileSync(
      list,
      JSON.stringify({
        version,
        python: `${python}/`,
        companion: `${companion}/companion.zip`,
        lock: emptyLock(),
        files: [
          ...[...RUNTIME, 'python_stdlib.zip'].map((name) => `${python}/${name}`),
          `${companion}/companion.zip`,
        ].map((path) => ({
          path,
          bytes: statSync(join(CACHE, path)).size,
          wire: statSync(join(CACHE, `${path}.br`)).size,
        })),
      } satisfies Bundle),
    );
  }
  return JSON.parse(readFileSync(list, 'utf-8')) as Bundle;
}

/** Puts the bundle's files, with their compressed siblings, below `folder`. */
export function copyBundle(bundle: Bundle, folder: string): void {
  for (const { path } of bundle.files) {
    for (const ending of ['', '.br', '.gz']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      copyFileSync(join(CACHE, path + ending), join(folder, path + ending));
    }
  }
  writeFileSync(join(folder, 'bundle.json'), JSON.stringify(bundle));
}

/** Writes a folder of the cache in one step: a build that is broken off leaves nothing half made. */
async function keep(name: string, files: Record<string, Uint8Array>): Promise<void> {
  const making = join(CACHE, `${name}.${process.pid}`);
  mkdirSync(making, { recursive: true });
  await Promise.all(
    Object.entries(files).map(async ([file, content]) => {
      writeFileSync(join(making, file), content);
      // 7 takes half the time of 9 for 1 % more, and 9 a tenth of that of 11 for 12 %: somebody waits for this.
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: content.length > 1e6 ? 7 : 11,
        [constants.BROTLI_PARAM_LGWIN]: 24,
      };
      writeFileSync(join(making, `${file}.br`), await promisify(brotliCompress)(content, { params }));
      writeFileSync(join(making, `${file}.gz`), await promisify(gzip)(content, { level: 9 }));
    }),
  );
  rmSync(join(CACHE, name), { recursive: true, force: true });
  renameSync(making, join(CACHE, name));
}

/** A file of Pyodide as it is served: without the note where its source map would be, which is not. */
function runtimeFile(name: string): Uint8Array {
  const content = readFileSync(join(PYODIDE, name));
  if (!name.endsWith('.mjs')) return content;
  return Buffer.from(content.toString().replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'));
}

function emptyLock(): Bundle['lock'] {
  const { info } = JSON.parse(readFileSync(join(PYODIDE, 'pyodide-lock.json'), 'utf-8')) as Bundle['lock'];
  return { info, packages: {} };
}

function importsOf(names: string[]): string {
  const found = new Set<string>();
  for (const name of names.filter((file) => file.endsWith('.py'))) {
    for (const line of readFileSync(join(COMPANION, name), 'utf-8').matchAll(
      /^\s*(?:from\s+([a-z_][\w.]*)|import\s+([\w., ]+))/gm,
    )) {
      const name = line[1] ?? line[2] ?? '';
      // Its own parts bring no more of the standard library.
      if (name.split('.')[0] !== 'companion') found.add(name);
    }
  }
  return [...found].sort().join('\n');
}

function digest(...parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, 12);
}
