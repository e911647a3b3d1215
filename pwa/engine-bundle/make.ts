import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { loadPyodide, version as pyodideVersion } from 'pyodide';

import { leanRuntime } from './lean-runtime.ts';
import { DESK, sourceFiles, versionOf } from './sources.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const PWA = join(HERE, '..');
const COMPANION = join(PWA, '..', 'companion');
const PYODIDE = join(PWA, 'node_modules', 'pyodide');
const RUNTIME = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'];
/** Only type checkers read these. */
const TYPES = /^engine\/(json\/shapes\/|modules\/\w+\/shapes\.py$)/;

/** What the phone fetches to run the engine by itself; paths are relative to `engine/`. */
export interface Bundle {
  version: string;
  /** The folder of Pyodide. */
  python: string;
  library: string;
  companion: string;
  /** The rules desk: nothing at a table waits for it. */
  desk: string;
  /** Pyodide asks for a list of packages: this one is empty. */
  lock: { info: Record<string, string>; packages: Record<string, never> };
  files: { path: string; bytes: number }[];
}

/** Where finished bundles lie; a build that finds its own there copies it. */
export const CACHE = join(PWA, 'node_modules', '.cache', 'engine-bundle');

/** The bundle for the sources as they are now, made if it is not there yet. Compressing it is `compressBundle`'s. */
export async function makeBundle(): Promise<Bundle> {
  const names = sourceFiles(COMPANION);
  const version = versionOf(COMPANION, names);
  const standIns = standInFiles();
  const tools = ['compile.py', 'needed.py', 'opened.py'].map((name) =>
    readFileSync(join(HERE, name), 'utf-8'),
  );
  const tool = digest(pyodideVersion, ...tools, JSON.stringify(standIns));
  const python = makeRuntime();
  // Only the imports decide what of the standard library is needed: new rules keep it as it is.
  const library = `python-${digest(tool, importsOf(names))}`;
  const rules = `rules-${version}-${tool.slice(0, 4)}`;
  const engine = names.filter((name) => !TYPES.test(name) && !DESK.test(name));
  const desk = names.filter((name) => DESK.test(name));
  // What the desk says changes less often than the rules do: it stays where it is on the phone.
  const says = `rules-desk-${versionOf(COMPANION, desk)}-${tool.slice(0, 4)}`;
  if (![library, rules, says].every((folder) => existsSync(join(CACHE, folder)))) {
    const packing = await started(tools[0] ?? '', { indexURL: PYODIDE });
    const companion = bytes(packing('pack_companion', '/src', ['__init__.py', ...engine], version, tools[2]));
    if (!existsSync(join(CACHE, library))) {
      const imports = packing('imported', '/src', names) as string[];
      const whole = join(CACHE, `${library}.${process.pid}.zip`);
      writeFileSync(whole, bytes(packing('with_stand_ins', standIns, imports)));
      try {
        const asking = await started(tools[1] ?? '', { indexURL: PYODIDE, stdLibURL: whole });
        const needed = asking('needed', imports, companion) as string[];
        keep(library, { 'python_stdlib.zip': bytes(packing('pack_library', needed, standIns)) });
      } finally {
        rmSync(whole);
      }
    }
    keep(rules, { 'companion.zip': companion });
    keep(says, { 'desk.zip': bytes(packing('pack_desk', '/src', desk)) });
  }
  const paths = {
    library: `${library}/python_stdlib.zip`,
    companion: `${rules}/companion.zip`,
    desk: `${says}/desk.zip`,
  };
  const files = [...RUNTIME.map((name) => `${python}/${name}`), ...Object.values(paths)];
  return {
    version,
    python: `${python}/`,
    ...paths,
    lock: emptyLock(),
    files: files.map((path) => ({ path, bytes: statSync(join(CACHE, path)).size })),
  };
}

/** Pyodide's own files are the same for every version of the rules: made, and compressed, once. */
export function makeRuntime(): string {
  const runtime = `python-${digest(pyodideVersion, readFileSync(join(HERE, 'lean-runtime.ts')))}`;
  if (!existsSync(join(CACHE, runtime)))
    keep(runtime, Object.fromEntries(RUNTIME.map((name) => [name, runtimeFile(name)])));
  return runtime;
}

const compressing = new Map<string, Promise<unknown>>();

/**
 * Writes what is sent beside the files of a folder of the cache, each once. A build does it while it does everything
 * else: it takes half a minute of a processor, and saves an eighth of what every phone fetches.
 */
export function compressed(folder: string): Promise<unknown> {
  const names = readdirSync(join(CACHE, folder)).filter((name) => /\.(mjs|wasm|zip)$/.test(name));
  const found =
    compressing.get(folder) ?? Promise.all(names.map((name) => compress(join(CACHE, folder, name))));
  compressing.set(folder, found);
  return found;
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  const params = {
    // For the ten megabytes of Pyodide 11 takes 23 seconds, and 10 half of that for 3 % more: somebody waits for this.
    [constants.BROTLI_PARAM_QUALITY]: content.length > 5e6 ? 10 : 11,
    // More than this no browser reads.
    [constants.BROTLI_PARAM_LGWIN]: 24,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await Promise.all([
    written(`${file}.br`, () => promisify(brotliCompress)(content, { params })),
    written(`${file}.gz`, () => promisify(gzip)(content, { level: 9 })),
  ]);
}

export async function compressBundle({ files }: Bundle): Promise<void> {
  await Promise.all([...new Set(files.map(({ path }) => dirname(path)))].map(compressed));
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

/** A Python that knows what is in `program`, with the engine's sources in `/src`; gives what calls its functions. */
async function started(
  program: string,
  options: Parameters<typeof loadPyodide>[0],
): Promise<(name: string, ...given: unknown[]) => unknown> {
  // Which column an instruction stands for: only drawings below a line of a traceback would show it.
  const py = await loadPyodide({ ...options, args: ['-X', 'no_debug_ranges'] });
  py.FS.mkdirTree('/src');
  py.FS.mount(py.FS.filesystems.NODEFS, { root: COMPANION }, '/src');
  py.runPython(program);
  return (name, ...given) => {
    const made = py.globals.get(name)(...given.map((value) => py.toPy(value)));
    try {
      return made.toJs();
    } finally {
      made.destroy();
    }
  };
}

function bytes(made: unknown): Uint8Array {
  if (!(made instanceof Uint8Array)) throw new TypeError('no archive was made');
  return made;
}

/** What takes the place of modules that the phone only seems to need: their names in the library, and their texts. */
function standInFiles(): Record<string, string> {
  const home = join(HERE, 'stand-ins');
  const files = readdirSync(home, { recursive: true, encoding: 'utf-8' }).filter((file) =>
    file.endsWith('.py'),
  );
  return Object.fromEntries(
    files.sort().map((file) => [file.split(sep).join('/'), readFileSync(join(home, file), 'utf-8')]),
  );
}

/** Writes a folder of the cache in one step: a build that is broken off leaves nothing half made. */
function keep(name: string, files: Record<string, Uint8Array>): void {
  const making = join(CACHE, `${name}.${process.pid}`);
  mkdirSync(making, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(making, file), content);
  // Where another build was first, its folder holds the same and may be in use.
  if (existsSync(join(CACHE, name))) rmSync(making, { recursive: true });
  else renameSync(making, join(CACHE, name));
}

/** The same for one file. */
async function written(file: string, make: () => Promise<Uint8Array>): Promise<void> {
  if (existsSync(file)) return;
  const making = `${file}.${process.pid}`;
  writeFileSync(making, await make());
  renameSync(making, file);
}

/** A file of Pyodide as it is served: without the note where its source map would be, which is not. */
function runtimeFile(name: string): Uint8Array {
  if (!name.endsWith('.mjs')) return readFileSync(join(PYODIDE, name));
  if (name !== 'pyodide.asm.mjs') return Buffer.from(textOf(name));
  const binary = new WebAssembly.Module(readFileSync(join(PYODIDE, 'pyodide.asm.wasm')));
  const imports = WebAssembly.Module.imports(binary).map((one) => one.name);
  return Buffer.from(leanRuntime(textOf(name), new Set(imports), textOf('pyodide.mjs')));
}

function textOf(name: string): string {
  return readFileSync(join(PYODIDE, name), 'utf-8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
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
