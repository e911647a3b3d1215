import type { Beyond } from '../../parts/table/abilities';
import { shares } from '../../words/words.svelte';

export default function abilities(): Beyond[] {
  return ['clerk', 'vice_admiral', 'gunner'].map((type) => ({
    type,
    rule: type,
    title: shares(`display.${type}`),
  }));
}
