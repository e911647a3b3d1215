import type { Language } from './languages';
import { language } from './words.svelte';

const counting: Partial<Record<Language, Intl.PluralRules>> = {};

/** Which form of a word a number asks for: one, few, many, other. */
export function formFor(count: number): Intl.LDMLPluralRule {
  return (counting[language()] ??= new Intl.PluralRules(language())).select(count);
}
