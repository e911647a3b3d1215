import type { Component } from 'svelte';
import type { RouteDefinition } from 'svelte-spa-router';
import { wrap } from 'svelte-spa-router/wrap';

import Home from './screens/home/Home.svelte';

const rules = wrap({ asyncComponent: () => import('./screens/rules/Rules.svelte') });
const learn = wrap({ asyncComponent: () => import('./screens/learn/Learn.svelte') });
const rulesPage = wrap({ asyncComponent: () => import('./screens/rules/pages/RulesPage.svelte') });
const whatIf = wrap({ asyncComponent: () => import('./screens/rules/WhatIf.svelte') });

/** Pages that a module brings: `#/<module>/<page>`, from src/modules/<name>/pages. */
const pages = Object.fromEntries(Object.entries(import.meta.glob<{ default: Component }>('./modules/*/pages/*.svelte')).map(([file, load]) => {
  const [, module, page] = /modules\/([^/]+)\/pages\/([^/]+)\.svelte$/.exec(file) ?? [];
  return [`/${module}/${page?.toLowerCase()}/:id?`, wrap({ asyncComponent: load })];
}));

/** Every screen but the first is fetched when it is needed. The fragment carries the way: no server has to know it. */
export const routes: RouteDefinition = {
  '/': Home,
  '/new/:step?': wrap({ asyncComponent: () => import('./screens/new-table/NewTable.svelte') }),
  '/join/:code?/:secret?': wrap({ asyncComponent: () => import('./screens/join/Join.svelte') }),
  '/table/:code/player/:seat': wrap({ asyncComponent: () => import('./screens/display/Display.svelte') }),
  '/table/:code/board': wrap({ asyncComponent: () => import('./screens/board/Board.svelte') }),
  '/table/:code/log/:entry?': wrap({ asyncComponent: () => import('./screens/log/Log.svelte') }),
  '/table/:code/learn/:what/:id': learn,
  '/table/:code/scores': wrap({ asyncComponent: () => import('./screens/scores/Scores.svelte') }),
  '/table/:code/rules/what-if': whatIf,
  '/rules/what-if': whatIf,
  '/table/:code/rules/page/:page': rulesPage,
  '/rules/page/:page/:edition?': rulesPage,
  '/table/:code/rules/about/:about': rules,
  '/table/:code/rules/:question?': rules,
  '/rules/about/:about': rules,
  '/rules/:question?/:edition?': rules,
  '/settings': wrap({ asyncComponent: () => import('./screens/settings/Settings.svelte') }),
  ...pages,
  '/table/:code': wrap({ asyncComponent: () => import('./screens/table/Table.svelte') }),
  ...(import.meta.env.DEV ? { '/fixture/:name': wrap({ asyncComponent: () => import('./fixtures/Fixture.svelte') }) } : {}),
  '*': Home,
};
