import type { Entry, Member, View } from '../../engine';
import type { Box } from '../../parts/table/box';
import type { Speech } from '../../words/speech';
import { t, tFrom } from '../../words/words.svelte';

/** An entry in words, as it was tapped. */
export function said(entry: Entry, view: View, speech: Speech, box: Box | null): string {
  const lying = view.harbor.find(({ index }) => index === entry.harbor_index)?.card;
  const card = (entry.card && box?.card(entry.card)) ?? lying;
  const seat = entry.by ?? view.acting;
  return (
    tFrom('entry', entry.type, {
      name: speech.name(seat),
      card: card ? speech.card(card) : '',
      expedition: speech.term('an_expedition'),
      defaultValue: '',
    }) ||
    speech.sentence(`entries.${entry.type}.title`, {}, seat) ||
    entry.type
  );
}

/** What another phone asks about: a card that it drew too. */
export function doubted({ name, seat, doubt }: Member, view: View, speech: Speech, box: Box | null): string {
  const drawn = doubt?.entry.card;
  const card = drawn === undefined ? undefined : box?.card(drawn);
  return t('needs.other', {
    name: name ?? view.players[seat ?? -1]?.name ?? t('needs.somebody'),
    card: card ? speech.card(card) : t('needs.a_card'),
  });
}
