import type { About } from '../engine';
import { shares } from './words.svelte';

/** What a field takes, in the reader's language: as the server has said it, or as the engine here has named it. */
export function allowedBy({ allowed, takes }: About): string {
  if (allowed || !takes) return allowed ?? '';
  const params = Object.entries(takes.params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return shares(`allowed.${takes.key}`, Object.fromEntries(params) as Record<string, unknown>);
}

/** What is wrong with a field and what it takes, in a sentence. */
export function faultOf(about: About): string {
  const { field, fault } = about;
  if (!fault) return allowedBy(about);
  return shares('problems.malformed.detail', {
    fault: shares(`faults.${fault}`, { field }),
    allowed: allowedBy(about),
  });
}
