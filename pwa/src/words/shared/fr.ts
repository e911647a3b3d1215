/** What the API reads too, with the words of every module: one file to fetch. */
export default Object.values(
  import.meta.glob<Record<string, unknown>>(
    ['../../../../companion/words/fr.json', '../../../../companion/engine/modules/*/words/fr.json'],
    { eager: true, import: 'default' },
  ),
);
