import { readFileSync } from 'node:fs';

import { loadPyodide } from 'pyodide';
import { expect, inject, it } from 'vitest';

import { CACHE } from '../../../engine-bundle/make.ts';

// Every module that was packed, and which could not be imported with nothing but what was packed.
const IMPORT_ALL = `
import sys
from importlib import import_module
from zipimport import zipimporter

def all_of(archive):
    files = [name for name in zipimporter(archive)._get_files() if name.endswith(".pyc")]
    return [name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".") for name in files]

def failing(names):
    for name in names:
        try:
            import_module(name)
        except Exception as error:
            yield f"{name}: {error!r}"

sys.path.insert(0, "/companion.zip")
import opened
from companion.bridge import desk_at
desk_at("/desk.zip")
engine = [name for name in sys.modules if name.startswith("companion.")] + list(opened.MODULES)
packed = {"/companion.zip": engine, **{home: all_of(home) for home in ("/desk.zip", "/lib/python314.zip")}}
{"counts": [len(names) for names in packed.values()], "failing": [one for names in packed.values() for one in failing(names)]}
`;

it('can import every module that it brings along, with nothing else', async () => {
  const { python: folder, library, companion, desk, lock } = inject('bundle');
  const python = await loadPyodide({
    indexURL: `${CACHE}/${folder}`,
    stdLibURL: `${CACHE}/${library}`,
    lockFileContents: JSON.stringify(lock),
    packageBaseUrl: `${CACHE}/${folder}`,
  });
  python.FS.writeFile('/companion.zip', readFileSync(`${CACHE}/${companion}`));
  python.FS.writeFile('/desk.zip', readFileSync(`${CACHE}/${desk}`));
  const found = python.runPython(IMPORT_ALL).toJs({ dict_converter: Object.fromEntries }) as {
    counts: number[];
    failing: string[];
  };
  expect(found.failing).toEqual([]);
  const [rules = 0, rulesDesk = 0, pythons = 0] = found.counts;
  expect(rules).toBeGreaterThan(100);
  expect(rulesDesk).toBeGreaterThan(10);
  // What Pyodide and the engine need has come from five hundred files to these.
  expect(pythons).toBeLessThan(80);
});
