/**
 * Whether a server stands behind this app. Built for static hosting (`make site`) there is none and never will be: nobody
 * tries to reach it, nothing waits for it, and nothing invites other phones. Everything that has to know asks here.
 */
export const hasServer = import.meta.env.MODE !== 'site';

/** What is said otherwise then, by file; the words of every other build are without it. */
export const siteWords =
  import.meta.env.MODE === 'site'
    ? import.meta.glob<Record<string, unknown>>('../words/site/*.json', { import: 'default' })
    : {};
