import { localRules } from './local';
import { RulesProblem } from './local/rules';

/** A name as the engine reads it; null where it is none. On a phone without an engine it stays as typed for the server. */
export async function readName(typed: string): Promise<string | null> {
  const rules = localRules();
  if (rules.status.kind === 'asleep' || !(await rules.ready())) return typed;
  try {
    return await rules.call<string>('name', { name: typed });
  } catch (error) {
    if (error instanceof RulesProblem) return null;
    throw error;
  }
}

/**
 * Whether two names are the same to whoever reads them: for a suggestion, or to say why the engine has refused one. What a
 * name is, and whether it is somebody's already, the engine decides.
 */
export function sameName(one: string, other: string): boolean {
  return plain(one) === plain(other);
}

function plain(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}
