// Lighthouse on a running Chromium:  node run.mjs PORT NAME=ADDRESS ...
// Prints a line of JSON for each address: its scores (the middle one of three visits), and the audits that cost points.
import lighthouse from 'lighthouse';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];
// Everything a visit leaves behind, except the tables that the phone knows.
const FORGOTTEN = ['cookies', 'file_systems', 'shader_cache', 'websql', 'service_workers', 'cache_storage'];

const MEASURED = ['first-contentful-paint', 'largest-contentful-paint', 'speed-index', 'total-blocking-time', 'cumulative-layout-shift'];

const [port, ...visits] = process.argv.slice(2);
/** A browser on a busy machine now and then misses the start of a page: asked again. */
async function measure(address, tries = 3) {
  const { lhr } = await lighthouse(address, {
    port: Number(port), logLevel: 'error', output: 'json', onlyCategories: CATEGORIES, clearStorageTypes: FORGOTTEN,
    // The open stream of a table keeps the network from ever falling quiet.
    maxWaitForLoad: 15_000,
  });
  if (!lhr.runtimeError) return lhr;
  if (tries > 1) return measure(address, tries - 1);
  throw new Error(lhr.runtimeError.message);
}

/** The visit in the middle of three: a single one is as good or bad as the moment. */
async function middle(address) {
  const visited = [];
  for (let visit = 0; visit < 3; visit += 1) visited.push(await measure(address));
  const speed = (lhr) => lhr.categories.performance.score;
  return visited.sort((one, other) => speed(one) - speed(other))[1];
}

for (const visit of visits) {
  const at = visit.indexOf('=');
  const lhr = await middle(visit.slice(at + 1));
  const scores = Object.fromEntries(CATEGORIES.map((id) => [id, Math.round((lhr.categories[id].score ?? 0) * 100)]));
  const lost = CATEGORIES.flatMap((id) => lhr.categories[id].auditRefs)
    .filter(({ id, weight }) => weight > 0 && (lhr.audits[id].score ?? 1) < 0.9)
    .map(({ id }) => `${id}: ${lhr.audits[id].displayValue ?? lhr.audits[id].title}`);
  const measured = MEASURED.map((id) => `${id.replaceAll('-', ' ')} ${lhr.audits[id].displayValue.replace('\u00a0', ' ')}`);
  console.log(JSON.stringify({ name: visit.slice(0, at), scores, measured, lost, version: lhr.lighthouseVersion }));
}
