/** Held by `npm run types`: each line below an @ts-expect-error has to be wrong, or the check of types says so. Never run. */
import type { FromElsewhere, In, Section } from './keys';
import { t, tFrom } from './words.svelte';

export function keys(what: string, way: In<'menu'>, which: 'new' | 'table'): void {
  t('menu.crew');
  t('home.table');
  // Forms of a number count as their word.
  t('kept.saved', { count: 2 });
  t(`keeps.${which}`);
  t(`menu.${way}`);
  tFrom('box', what);

  // @ts-expect-error no such word
  t('menu.kopied');
  // @ts-expect-error nor such a section
  t('menus.crew');
  // @ts-expect-error a section is no text
  t('new.way');
  // @ts-expect-error one of the words that the template gives is missing
  t(`menu.${which}`);
  // @ts-expect-error what may be anything is checked by nobody
  t(`menu.${what}`);
  // @ts-expect-error the same, whole
  t(what);
  // @ts-expect-error codes from elsewhere are for the sections that list them
  tFrom('menu', what);
}

/** A section that is there no more has to leave the list. */
export function listed(section: FromElsewhere): Section {
  return section;
}
