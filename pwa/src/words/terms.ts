import { Speech } from './speech';
import { hasShared, shares } from './words.svelte';

/** A sentence of companion/words in the terms of a box; empty where there is none. */
export function inBox(edition: string, key: string, params: Record<string, unknown> = {}): string {
  if (!hasShared(key)) return '';
  const speech = new Speech(edition, []);
  const term = new Proxy({}, { get: (_target, name) => speech.term(String(name)), has: () => true });
  return shares(key, { ...params, term });
}

/** What a module is called: as a game of its own where its words say so, else by its card. */
export function moduleName(edition: string, module: string): string {
  return (
    inBox(edition, `terms.${edition}.${module}`) ||
    inBox(edition, `terms.pegasus.${module}`) ||
    inBox(edition, `module.${module}`) ||
    module
  );
}

/** Where the words of a house rule lie. */
export function optionWords(key: string): string {
  return hasShared(`options.${key}`) ? `options.${key}` : `switches.${key}`;
}

export function optionName(edition: string, key: string): string {
  return inBox(edition, `${optionWords(key)}.name`) || key;
}
