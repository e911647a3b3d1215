/** What the API reads too, with the words of every module: one file to fetch. */
export default Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../../../companion/words/pl.json', '../../../../companion/engine/modules/*/words/pl.json'],
    { eager: true, import: 'default' },
  ),
);
