/** Written from the symbols.svg beside it by tools/sprite.ts: `npm run dev`, or `npx vitest run src/drawings -u`. */
declare module 'virtual:drawings' {
  interface Drawings {
    jomc: true;
    contract: true;
  }
}
