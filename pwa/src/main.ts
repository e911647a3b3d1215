import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/pages.css';
import './styles/parts.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { fontsCame } from './fonts/came';
import { bringAlong } from './engine';
import { leftBehind } from './stores/database';
import { chosenLanguage, show } from './stores/settings.svelte';
import { expectRules, speak, t } from './words/words.svelte';

show();
bringAlong(leftBehind);
// Whoever comes straight to a table needs its screen too: fetched beside the words, not after them.
if (/^#\/table\/[^/]+$/.test(location.hash)) {
  void import('./screens/table/Table.svelte');
  expectRules(chosenLanguage());
}
await Promise.all([
  speak(chosenLanguage()).then(() => fontsCame(t('app.lead') + t('home.lead'))),
  fontsCame(),
]);

const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target });

void import('./later').then(({ later }) => later());
