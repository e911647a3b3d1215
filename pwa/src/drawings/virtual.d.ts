/** All drawings as one file, as tools/sprite.ts puts them together; `added` are the names of those that modules bring. */
declare module 'virtual:sprite' {
  export const sheet: string;
  export const added: string[];
}

/** The names of all of them. */
declare module 'virtual:drawings' {
  const names: string[];
  export default names;
}
