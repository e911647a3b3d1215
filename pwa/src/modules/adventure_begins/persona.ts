import type { Persona } from '../../parts/modules/persona';
import Adventurer from './Adventurer.svelte';

export default {
  said: ({ character }, speech) => (character ? speech.term(character.id) : ''),
  shown: Adventurer,
} satisfies Persona;
