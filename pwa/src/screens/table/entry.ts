import type { Entry, Template } from '../../engine';

const KEYS = ['type', 'by', 'harbor_index', 'expedition_index', 'discard', 'passing', 'rest', 'bonus'] as const;

/** A template's own keys, posted back as the entry. */
export function entryOf(template: Template): Entry {
  return Object.fromEntries(KEYS.flatMap((key) => (template[key] === undefined ? [] : [[key, template[key]]]))) as unknown as Entry;
}
