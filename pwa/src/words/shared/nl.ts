/** What the API reads too, with the words of every module: one file to fetch. */
export default Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../../../companion/words/nl.json', '../../../../companion/engine/modules/*/words/nl.json'],
    { eager: true, import: 'default' },
  ),
);
