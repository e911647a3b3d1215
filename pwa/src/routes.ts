import type { RouteDefinition } from 'svelte-spa-router';
import { wrap } from 'svelte-spa-router/wrap';

import Home from './screens/home/Home.svelte';

const rules = wrap({ asyncComponent: () => import('./screens/rules/Rules.svelte') });
const whatIf = wrap({ asyncComponent: () => import('./screens/rules/WhatIf.svelte') });

/** Every screen but the first is fetched when it is needed. The fragment carries the way: no server has to know it. */
export const routes: RouteDefinition = {
  '/': Home,
  '/new/:step?': wrap({ asyncComponent: () => import('./screens/new-table/NewTable.svelte') }),
  '/join/:code?/:secret?': wrap({ asyncComponent: () => import('./screens/join/Join.svelte') }),
  '/table/:code/player/:seat': wrap({ asyncComponent: () => import('./screens/display/Display.svelte') }),
  '/table/:code/board': wrap({ asyncComponent: () => import('./screens/board/Board.svelte') }),
  '/table/:code/log/:entry?': wrap({ asyncComponent: () => import('./screens/log/Log.svelte') }),
  '/table/:code/scores': wrap({ asyncComponent: () => import('./screens/scores/Scores.svelte') }),
  '/table/:code/rules/what-if': whatIf,
  '/rules/what-if': whatIf,
  '/table/:code/rules/about/:about': rules,
  '/table/:code/rules/:question?': rules,
  '/rules/about/:about': rules,
  '/rules/:question?/:edition?': rules,
  '/settings': wrap({ asyncComponent: () => import('./screens/settings/Settings.svelte') }),
  '/table/:code': wrap({ asyncComponent: () => import('./screens/table/Table.svelte') }),
  ...(import.meta.env.DEV ? { '/fixture/:name': wrap({ asyncComponent: () => import('./fixtures/Fixture.svelte') }) } : {}),
  '*': Home,
};
