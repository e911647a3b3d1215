// Home's own first: where it and the others say the same thing of an element, theirs counts.
import './styles/home.css';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/pages.css';
import './styles/parts.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { fontsCame } from './fonts/came';
import { bringAlong } from './engine/bring-along';
import { leftBehind } from './stores/database';
import { chosenLanguage, show } from './stores/settings.svelte';
import { expectRules, speak, t } from './words/words.svelte';

/** A slow phone needs the time to bring up a table; what is started here would take it away. */
const FIRST_SCREEN = 1500;

show();
bringAlong(leftBehind);
// Whoever comes straight to another screen needs the ways there, and to a table its screen too: fetched beside the words, not after them.
if (/^#\/./.test(location.hash)) {
  const isTable = /^#\/table\/[^/]+$/.test(location.hash);
  if (isTable) expectRules(chosenLanguage());
  import('./routes').then(({ table }) => (isTable ? table() : undefined)).catch(() => undefined);
}
// Not awaited here: what is fetched later begins with this file, and would wait for its end.
void Promise.all([
  speak(chosenLanguage()).then(() => fontsCame(t('app.lead') + t('home.lead'))),
  fontsCame(),
]).then(begin);

function begin(): void {
  const target = document.getElementById('app');
  target?.replaceChildren();
  if (target) mount(App, { target });
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(bringLater, { timeout: 3000 });
    else bringLater();
  }, FIRST_SCREEN);
}

/** Where the network is gone by now: when it comes back. */
function bringLater(): void {
  import('./later').then(
    ({ later }) => later(),
    () => window.addEventListener('online', bringLater, { once: true }),
  );
}
