import './styles/tokens.css';
import './styles/base.css';

import { mount } from 'svelte';

import App from './App.svelte';
import { show } from './stores/settings.svelte';
import { speak } from './words/words.svelte';

show();
await speak();

const target = document.getElementById('app');
if (target) mount(App, { target });

void import('./later').then(({ later }) => later());
