import compat from 'eslint-plugin-compat';
import * as espree from 'espree';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';

import svelteConfig from './svelte.config.js';

/** What the list of old browsers' gaps in eslint-plugin-compat does not know, and what is there in secure contexts alone. */
const NOT_EVERYWHERE = [
  ...['timeout', 'any'].map((property) => ({
    object: 'AbortSignal',
    property,
    message: 'Not before Safari 16 and 17.4: use an AbortController.',
  })),
  ...['canParse', 'parse'].map((property) => ({
    object: 'URL',
    property,
    message: 'Not before Safari 17: use new URL().',
  })),
  {
    object: 'crypto',
    property: 'randomUUID',
    message: 'Only in secure contexts, which a home network has not: use newId().',
  },
  { object: 'crypto', property: 'subtle', message: 'Only in secure contexts, which a home network has not.' },
  {
    object: 'navigator',
    property: 'locks',
    message: 'Only in secure contexts, which a home network has not.',
  },
];

export default ts.config(
  { ignores: ['dist/', 'node_modules/', 'src/engine/api.d.ts'] },
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  compat.configs['flat/recommended'],
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    settings: { lintAllEsApis: true },
    rules: {
      'no-restricted-properties': ['error', ...NOT_EVERYWHERE],
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig },
    },
  },
  {
    // Runs before anything else, in whatever browser: the oldest language that there is.
    files: ['public/*.js'],
    languageOptions: { parser: espree, ecmaVersion: 5, sourceType: 'script' },
    rules: { '@typescript-eslint/no-unused-vars': ['error', { caughtErrors: 'none' }] },
  },
  {
    // The content security policy allows no style attribute; style: directives go through the CSSOM and are fine.
    files: ['**/*.svelte'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'SvelteAttribute[key.name="style"]', message: 'Use a class or a style: directive.' },
      ],
      'svelte/no-at-html-tags': 'error',
    },
  },
);
