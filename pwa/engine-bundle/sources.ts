import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages that run on the phone. companion/engine/version.py reads the same ones. */
const PACKAGES = ['bridge', 'engine', 'rulebook'];
/** The rules desk, and what it says of modules: an archive of its own. */
export const DESK = /^rulebook\/|^engine\/modules\/\w+\/desk\//;

/** The files of those packages, relative to `companion/`, in the order of their names. */
export function sourceFiles(companion: string): string[] {
  return PACKAGES.filter((name) => existsSync(join(companion, name)))
    .flatMap((name) => listed(companion, name))
    .sort(byBytes);
}

/** What the server works out of the same files: companion/engine/version.py. */
export function versionOf(companion: string, files: string[]): string {
  const hash = createHash('sha256');
  for (const name of files)
    hash
      .update(`${name}\0`)
      .update(readFileSync(join(companion, name)))
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

function listed(companion: string, folder: string): string[] {
  return readdirSync(join(companion, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    // What is said of a module is shown by the phone app itself.
    if (entry.isDirectory()) return entry.name === 'words' ? [] : listed(companion, path);
    return /\.(py|json)$/.test(entry.name) ? [path] : [];
  });
}

function byBytes(one: string, other: string): number {
  return one < other ? -1 : 1;
}
