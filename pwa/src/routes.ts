import type { Component } from 'svelte';
import type { AsyncSvelteComponent, RouteDefinition } from 'svelte-spa-router';
import { wrap } from 'svelte-spa-router/wrap';

import { hasServer } from './engine/host';
import Home from './screens/home/Home.svelte';
import Unreached from './screens/unreached/Unreached.svelte';
import { bringWalks } from './parts/modules/bring-walks.svelte';
import './styles/screens.css';
import { speakEarly, speakRules } from './words/words.svelte';

const later: AsyncSvelteComponent[] = [];

/** A screen that is fetched when it is needed; where the network does not bring it, what to do is said in its place. */
function fetched(load: AsyncSvelteComponent) {
  later.push(load);
  return wrap({ asyncComponent: () => load().catch(() => ({ default: Unreached })) });
}

/** A screen comes up with its words: all of them, where it says anything of rules. */
function worded(load: AsyncSvelteComponent, speak = speakRules) {
  return fetched(() => Promise.all([load(), speak()]).then(([screen]) => screen));
}

/** With what modules go through step by step: the table itself fetches what it plays. */
function walking(load: AsyncSvelteComponent) {
  return worded(() => Promise.all([load(), bringWalks()]).then(([screen]) => screen));
}

/** Fetches every screen, one after the other and with room for a tap in between: a page without a service worker can then open them without a network. */
export async function fetchScreens(): Promise<void> {
  for (const load of later) {
    await load();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

export const table = () => import('./screens/table/Table.svelte');

const rules = worded(() => import('./screens/rules/RulesDesk.svelte'));
const learn = walking(() => import('./screens/learn/Learn.svelte'));
const rulesPage = worded(() => import('./screens/rules/pages/RulesPage.svelte'));
const whatIf = worded(() => import('./screens/rules/WhatIf.svelte'));

/** Pages that a module brings: `#/<module>/<page>`, from src/modules/<name>/pages. */
const pages = Object.fromEntries(
  Object.entries(import.meta.glob<{ default: Component }>('./modules/*/pages/*.svelte')).map(
    ([file, load]) => {
      const [, module, page] = /modules\/([^/]+)\/pages\/([^/]+)\.svelte$/.exec(file) ?? [];
      return [`/${module}/${page?.toLowerCase()}/:id?`, worded(load)];
    },
  ),
);

/** Every screen but the first is fetched when it is needed, and all but those that a guest needs with the words of the table. The fragment carries the way: no server has to know it. */
export const routes: RouteDefinition = {
  '/': Home,
  '/new/:step?': worded(() => import('./screens/new-table/NewTable.svelte')),
  ...(hasServer
    ? { '/join/:code?/:secret?': worded(() => import('./screens/join/Join.svelte'), speakEarly) }
    : {}),
  '/table/:code/player/:seat': walking(() => import('./screens/display/Display.svelte')),
  '/table/:code/board': worded(() => import('./screens/board/Board.svelte')),
  '/table/:code/log/:entry?': walking(() => import('./screens/log/Log.svelte')),
  '/table/:code/learn/:what/:id': learn,
  '/table/:code/scores': walking(() => import('./screens/scores/Scores.svelte')),
  '/table/:code/evening': worded(() => import('./screens/evening/Evening.svelte')),
  '/table/:code/teach': worded(() => import('./screens/teach/Teach.svelte')),
  '/table/:code/share': worded(() => import('./screens/share/Share.svelte')),
  '/table/:code/rules/what-if': whatIf,
  '/rules/what-if': whatIf,
  '/table/:code/rules/page/:page': rulesPage,
  '/rules/page/:page/:edition?': rulesPage,
  '/table/:code/rules/about/:about': rules,
  '/table/:code/rules/:question?': rules,
  '/rules/about/:about': rules,
  '/rules/:question?/:edition?': rules,
  '/again/:group': worded(() => import('./screens/again/Again.svelte')),
  '/chronicle/players': worded(() => import('./screens/players/Remembered.svelte')),
  '/chronicle/player/:name': worded(() => import('./screens/players/Player.svelte')),
  '/chronicle/:what?': worded(() => import('./screens/chronicle/Chronicle.svelte')),
  '/practice': worded(() => import('./screens/practice/Practice.svelte')),
  '/settings': worded(() => import('./screens/settings/Settings.svelte'), speakEarly),
  ...pages,
  '/table/:code': worded(table),
  ...(import.meta.env.DEV ? { '/fixture/:name': worded(() => import('./fixtures/Fixture.svelte')) } : {}),
  '*': Home,
};
