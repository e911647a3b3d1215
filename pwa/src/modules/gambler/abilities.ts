import type { Beyond } from '../../parts/table/abilities';
import { shares } from '../../words/words.svelte';

export default function abilities(): Beyond[] {
  return [{ type: 'gambler', rule: 'gambler', title: shares('display.gambler') }];
}
