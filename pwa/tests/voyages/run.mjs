// The simulated phones as a program: SEEDS=7,8 PHONES=1 node tests/voyages/run.mjs   (in pwa/, PYTHON names Python)
import { inspect } from 'node:util';

import 'fake-indexeddb/auto';
import { runnerImport } from 'vite';

// What the phone's code looks for in its page. Tabs of one phone hear of each other by the database alone.
globalThis.document = { documentElement: { lang: 'en' } };
delete globalThis.BroadcastChannel;
const { SEEDS = '1', PHONES = '1' } = process.env;
process.on('SIGTERM', () => process.exit(1));

const { module } = await runnerImport('/tests/voyages/evening.ts', { configFile: false, logLevel: 'error' });
try {
  const figures = await module.evening(SEEDS.split(',').map(Number), Number(PHONES));
  process.stdout.write(`${JSON.stringify(figures)}\n`);
} catch (error) {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
}
