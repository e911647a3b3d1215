import type { Beyond } from '../../parts/table/abilities';
import { shares } from '../../words/words.svelte';

export default function abilities(): Beyond[] {
  return ['merchant', 'passenger'].map((type) => ({
    type,
    rule: type === 'merchant' ? type : 'hire',
    title: shares(`display.${type}`),
  }));
}
