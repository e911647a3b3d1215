/// <reference lib="webworker" />
import type { PyodideInterface } from 'pyodide';

import { download } from './download';
import type { Files, FromWorker, ToWorker } from './messages';

declare const self: DedicatedWorkerGlobalScope;

const HOME = '/companion.zip';
let answer: ((question: string) => string) | null = null;

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
    tell({ kind: 'answer', id: data.id, answer: answer(data.question) });
  } catch (error) {
    tell({ kind: 'failed', id: data.id, reason: error instanceof Error ? error.message : String(error) });
  }
};

async function start(files: Files): Promise<void> {
  const here = await download(files, (loaded, total) => tell({ kind: 'loading', loaded, total }));
  // Pyodide fetches by itself: it gets what is here, and nothing is fetched twice.
  const network = self.fetch.bind(self);
  self.fetch = (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, self.location.href).href;
    const kept = here.get(address);
    here.delete(address);
    return kept ? Promise.resolve(kept) : network(input, init);
  };
  const { loadPyodide } = (await import(
    /* @vite-ignore */ `${files.python}pyodide.mjs`
  )) as typeof import('pyodide');
  const [python, companion] = await Promise.all([
    loadPyodide({
      indexURL: files.python,
      lockFileContents: JSON.stringify(files.lock),
      packageBaseUrl: files.python,
    }),
    self.fetch(files.companion).then((response) => response.arrayBuffer()),
  ]);
  self.fetch = network;
  answer = door(python, companion);
  const version = JSON.parse(answer('{"call":"version"}')) as { ok: string };
  if (version.ok !== files.version) throw new Error(`version ${version.ok} instead of ${files.version}`);
  tell({ kind: 'ready', version: version.ok });
}

function door(python: PyodideInterface, companion: ArrayBuffer): (question: string) => string {
  python.FS.writeFile(HOME, new Uint8Array(companion));
  python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
  return python.pyimport('companion.bridge').answer as (question: string) => string;
}

function tell(message: FromWorker): void {
  self.postMessage(message);
}
