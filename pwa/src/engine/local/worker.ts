/// <reference lib="webworker" />
import type { PyodideInterface } from 'pyodide';

import { download, openStore } from './download';
import { toBeReady } from './messages';
import type { Files, FromWorker, ToWorker } from './messages';

declare const self: DedicatedWorkerGlobalScope;

interface Door {
  /** Nothing where the rules desk is asked and is not here yet. */
  answer(question: string): string | undefined;
  desk_at(archive: string): void;
}

const [HOME, DESK] = ['/companion.zip', '/desk.zip'];
let answer: ((question: string) => Promise<string>) | null = null;

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if ('files' in data) {
    try {
      await start(data.files);
    } catch (error) {
      tell({ kind: 'impossible', reason: error instanceof Error ? error.message : String(error) });
    }
    return;
  }
  try {
    if (!answer) throw new Error('asked before it was ready');
    tell({ kind: 'answer', id: data.id, answer: await answer(data.question) });
  } catch (error) {
    tell({ kind: 'failed', id: data.id, reason: error instanceof Error ? error.message : String(error) });
  }
};

async function start(files: Files): Promise<void> {
  const store = await openStore();
  const size = (address: string): number => files.sizes[address] ?? 0;
  const total = toBeReady(files);
  let loaded = 0;
  const bring = (address: string): Promise<Response> =>
    download(store, address, size(address), (bytes) => {
      loaded += bytes;
      tell({ kind: 'loading', loaded: Math.min(loaded, total), total });
    });
  const [python, companion] = await Promise.all([
    startPython(files, bring),
    bring(files.companion).then((response) => response.arrayBuffer()),
  ]);
  unpack(python, HOME, companion);
  // What the build has put beside the engine (engine-bundle/opened.py).
  python.runPython(`import sys; sys.path.insert(0, "${HOME}"); import opened`);
  const door = python.pyimport('companion.bridge') as Door;
  const version = JSON.parse(door.answer('{"call":"version"}') ?? 'null') as { ok: string } | null;
  if (version?.ok !== files.version) throw new Error(`version ${version?.ok} instead of ${files.version}`);
  let desk: Promise<void> | null = null;
  const bringDesk = async (): Promise<void> => {
    const response = await download(store, files.desk, size(files.desk), () => undefined);
    unpack(python, DESK, await response.arrayBuffer());
    door.desk_at(DESK);
  };
  const withDesk = (): Promise<void> =>
    (desk ??= bringDesk().catch((error: unknown) => {
      desk = null; // the next question tries again
      throw error;
    }));
  answer = async (question) => {
    const said = door.answer(question);
    if (said !== undefined) return said;
    await withDesk();
    return door.answer(question) ?? '';
  };
  tell({ kind: 'ready', version: version.ok });
  // Also where nobody asks it now: without a network it must be here.
  await withDesk().catch(() => undefined);
}

/** Pyodide, made of files that all come at once, and compiled while its scripts are read. */
async function startPython(
  files: Files,
  bring: (address: string) => Promise<Response>,
): Promise<PyodideInterface> {
  const [entry, script, binary] = ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm'].map(
    (name) => files.python + name,
  ) as [string, string, string];
  const compiled = bring(binary).then((response) => WebAssembly.compileStreaming(response));
  const library = bring(files.library);
  // These two are imported: the browser has them from here once all of them has come.
  const scripts = Promise.all([entry, script].map(bring));
  // What fails while another one is waited for is heard when its turn comes.
  for (const one of [compiled, library]) one.catch(() => undefined);
  await scripts;
  // The second is read with the first, which would ask for it only then.
  const [{ loadPyodide }] = (await Promise.all(
    [entry, script].map((address) => import(/* @vite-ignore */ address)),
  )) as [typeof import('pyodide'), unknown];
  // Pyodide fetches and compiles by itself: it gets what is here, and nothing is fetched twice.
  const [network, instantiate] = [self.fetch, WebAssembly.instantiateStreaming];
  self.fetch = (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input, self.location.href);
    if (href === binary) return Promise.resolve(new Response());
    return href === files.library ? library : network.call(self, input, init);
  };
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  };
  try {
    const python = loadPyodide({
      indexURL: files.python,
      stdLibURL: files.library,
      lockFileContents: JSON.stringify(files.lock),
      packageBaseUrl: files.python,
    });
    // Where one of these fails, Pyodide itself would wait for ever.
    return (await Promise.all([python, compiled, library]))[0];
  } finally {
    [self.fetch, WebAssembly.instantiateStreaming] = [network, instantiate];
  }
}

/** Python imports from archives as they are; this one is given away, not copied. */
function unpack(python: PyodideInterface, path: string, archive: ArrayBuffer): void {
  python.FS.writeFile(path, new Uint8Array(archive), { canOwn: true });
}

function tell(message: FromWorker): void {
  self.postMessage(message);
}
