/** Written from the symbols.svg beside it by tools/sprite.ts: `npm run dev`, or `npx vitest run src/drawings -u`. */
declare module 'virtual:drawings' {
  interface Drawings {
    make_sail: true;
  }
}
