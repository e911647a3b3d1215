/** Where the rules desk answers what the engine names (a rule, a person, a figure); from a table, for that table. */
export function wayAbout(name: string): string {
  const code = /^#\/table\/([^/?]+)/.exec(location.hash)?.[1];
  return `${code ? `#/table/${code}` : '#'}/rules/about/${name}`;
}
