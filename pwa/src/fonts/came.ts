/** Longer than this no first screen waits: it begins in the phone's own fonts, drawn as wide (styles/fonts.css). */
const PATIENCE = 400;

/**
 * Resolves when both families are here, so that a screen is drawn once. They are fetched beside the app (index.html); the
 * rarer letters come where these words have one.
 */
export async function fontsCame(words?: string): Promise<void> {
  const came = Promise.all(
    ['1rem Roboto', '600 1rem "Noto Serif"'].map((font) => document.fonts.load(font, words)),
  );
  await Promise.race([came.catch(() => undefined), new Promise((enough) => setTimeout(enough, PATIENCE))]);
}
