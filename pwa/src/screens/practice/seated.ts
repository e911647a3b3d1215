const PARTNERS = ['Anne', 'Mary'] as const;

/** Who practises, by name where the phone knows one, and who plays along: two pirates who needed no phone. */
export function seated(known?: string): [string, string] {
  const [anne, mary] = PARTNERS;
  const name = known ?? mary;
  return [name, name === anne ? mary : anne];
}
