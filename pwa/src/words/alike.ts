import unhomoglyph from 'unhomoglyph';

/** What a name looks like: the same for letters of other scripts that are drawn alike, by Unicode's table of them. */
export function looks(name: string): string {
  const drawn = name.normalize('NFD').replace(/[\p{Default_Ignorable_Code_Point}\s]/gu, '');
  return unhomoglyph(drawn).normalize('NFD');
}
