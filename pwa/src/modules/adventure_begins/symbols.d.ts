/** Written from the symbols.svg beside it by tools/sprite.ts: `npm run dev`, or `npx vitest run src/drawings -u`. */
declare module 'virtual:drawings' {
  interface Drawings {
    tybuk: true;
    lookout: true;
    innkeeper: true;
    bread: true;
    rum: true;
    book_of_rituals: true;
    medicinal_herbs: true;
    trophy: true;
    event: true;
    story: true;
    mission: true;
    boxout: true;
    dice4: true;
    adventure_begins: true;
    ability: true;
    marker: true;
    ares: true;
  }
}
