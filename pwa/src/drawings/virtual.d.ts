/** All drawings as one file, as tools/sprite.ts puts them together; `added` are the names of those that modules bring. */
declare module 'virtual:sprite' {
  export const sheet: string;
  export const added: (keyof import('virtual:drawings').Drawings)[];
}

/** The names of all of them; as types they stand in the symbols.d.ts beside each symbols.svg. */
declare module 'virtual:drawings' {
  const names: (keyof Drawings)[];
  export default names;
}
