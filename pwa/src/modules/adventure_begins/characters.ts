import type { Characters } from '../../parts/modules/adventurer';
import { CHARACTER, says } from './says';

export default {
  drawing: (id) => CHARACTER[id] ?? 'person',
  ability: (id, speech) => says(speech, `ability.${id}`),
} satisfies Characters;
