import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

import { engineBundle } from './engine-bundle/plugin.ts';
import { TARGET } from './tools/browsers.ts';
import { compressed } from './tools/compressed.ts';
import { serviceWorker } from './tools/service-worker.ts';
import { sprite } from './tools/sprite.ts';
import { tooOld } from './tools/too-old.ts';

const server = process.env['HARBORMASTER_SERVER'] ?? 'http://127.0.0.1:8000';

/** What screens share would be called by all of them. */
const short = (name: string): string => (name.startsWith('shared~') ? 'shared' : name.replace(/\.\w+$/, ''));

export default defineConfig({
  // Relative, so that the app also works below a path of a shared host.
  base: './',
  plugins: [
    svelte(),
    svelteTesting({ autoCleanup: false }),
    sprite(),
    tooOld(),
    compressed(),
    engineBundle(),
    serviceWorker(),
  ],
  build: {
    target: TARGET,
    // A data: address would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each file costs a request: what the first screen needs comes in one. It may weigh as much as tests/e2e/weight.py says:
    // what main.ts imports does without the engine, which home asks for once it is shown.
    // What screens share comes in few files too: small parts lie with those that nearly the same screens ask for.
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${short(name)}-[hash].js`,
        assetFileNames: ({ names: [name = ''] }) => `assets/${short(name)}-[hash][extname]`,
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 16_000 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/healthz'].map((path) => [path, server])),
    // The words for rules, refusals and ledger lines live beside the engine.
    fs: { allow: ['..'] },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/fixtures/bundle.ts'],
    setupFiles: ['src/fixtures/setup.ts'],
    testTimeout: 60_000,
    // Half the time of a process for each file.
    pool: 'vmThreads',
    // Left to itself it keeps one core free.
    maxWorkers: 2,
  },
});
