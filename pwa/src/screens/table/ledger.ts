import type { Entry, View } from '../../engine';
import type { TableStore } from '../../stores/table.svelte';
import type { Speech, Told } from '../../words/speech';
import { t } from '../../words/words.svelte';
import type { Box } from '../../parts/table/box';
import { doubted, said } from './said';
import { headline } from '../../parts/table/stage';

/** What comes before anything of the game: another phone's question, our own, no place any more, no room, no network. */
export function pressing(
  store: TableStore,
  doubting: TableStore['doubting'],
  view: View,
  speech: Speech,
  box: Box | null,
): Told | undefined {
  if (doubting) return { title: doubted(doubting, view, speech, box), why: t('needs.other_tap') };
  if (store.question) return { title: t('needs.title'), why: t('needs.why') };
  if (store.lost) return { title: t('needs.lost'), why: t('needs.lost_why') };
  if (store.connection === 'unkept')
    return {
      title: t('unkept.title', { count: store.unkept }),
      why: t(store.keeping === 'full' ? 'unkept.full' : 'unkept.why'),
    };
  if (store.offline && store.waiting.length)
    return { title: t('offline.title', { count: store.waiting.length }), why: t('offline.why') };
  return undefined;
}

/** What an undo took back, or that an older entry was put right, and where the game stands by now. */
export function takenBack(
  entry: Entry | 'correction' | 'put-right',
  view: View,
  speech: Speech,
  box: Box | null,
): Told {
  const why = headline(view, speech, undefined).join('');
  if (entry === 'put-right') return { title: t('told.corrected'), why };
  if (entry === 'correction') return { title: t('told.correction_back'), why };
  const card = entry.type === 'draw' && entry.card ? box?.card(entry.card) : undefined;
  return {
    title: card
      ? t('told.card_back', { card: speech.card(card) })
      : t('told.back', { what: said(entry, view, speech, box) }),
    why,
  };
}
