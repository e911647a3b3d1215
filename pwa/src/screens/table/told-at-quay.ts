import type { LedgerLine, View } from '../../engine';
import { nowTold } from '../../parts/modules/now';
import { padTold } from '../../parts/modules/bring-walks.svelte';
import { swordOwners, tell } from '../../parts/table/ledger-lines';
import type { Speech, Told } from '../../words/speech';
import { asTitle } from '../../words/sentences';
import { t } from '../../words/words.svelte';
import { cardAsked } from './card-asked';
import { pressing, takenBack } from './ledger';
import { saidLightly } from './lightly/said-lightly';
import type { Offers } from './offers.svelte';
import type { AtQuay } from './on-quay';

/** What the ledger says: what is asked now, else what has just happened. */
export function toldAtQuay(quay: AtQuay, offers: Offers, view: View, speech: Speech): Told {
  const { store, telling } = quay;
  const { box, bust } = quay.standing;
  const { asked } = quay.asking;
  const first = pressing(store, offers.doubting, view, speech, box);
  if (first) return first;
  if (telling?.count && !asked) {
    const { at, count } = telling.count;
    return { title: t('telling.which', { at: at + 1, count }), why: t('telling.why', { count }) };
  }
  if (telling?.lies && box && !asked)
    return saidLightly(telling.lies.cards, telling.would, view, speech, box);
  if (asked && box) return cardAsked(asked, box, view, speech);
  if (offers.modules && !store.question) return offers.modules.told;
  if (offers.now && !offers.saying) return nowTold(offers.now, speech);
  const decision = offers.duty === 'records' ? swordsTold(offers, view, speech) : undefined;
  if (decision) return decision;
  const back = store.undone ?? (view.corrected ? 'put-right' : null);
  const own = bust || offers.duty !== 'records' || back ? undefined : padTold(view, speech);
  if (own) return own;
  if (bust) return { title: bustTitle(bust, view, speech), why: t('bust.lost') };
  if (back) return takenBack(back, view, speech, box);
  return tell(view, speech);
}

/** A second ship of a color came, and swords say whether it can go. */
function swordsTold({ pending, repel }: Offers, view: View, speech: Speech): Told | undefined {
  if (!pending?.must_decide) return undefined;
  const unread = repel?.card && 'unread' in repel.card && repel.card.unread;
  return {
    title: unread ? t('repel.unread') : swordsOn(pending.needed, view.active, view, speech),
    why: swordOwners(view, pending.by, speech),
  };
}

/** So many swords stand on the ship, and so many has the player. */
function swordsOn(needed: number, seat: number, view: View, speech: Speech): string {
  return t('repel.on_it', {
    count: needed,
    swords: speech.swords(needed),
    name: speech.name(seat),
    has: view.players[seat]?.swords ?? 0,
  });
}

/** Why the second ship could not go, where its figures say so. */
function bustTitle(line: LedgerLine, view: View, speech: Speech): string {
  const card = view.last?.entry.card;
  if (line.params?.['on_purpose'] || typeof card !== 'object' || card.kind !== 'ship')
    return speech.title(line);
  if (card.skull) return asTitle(speech.rule('repel_skull'));
  return swordsOn(card.swords ?? 0, line.seat ?? view.active, view, speech);
}
