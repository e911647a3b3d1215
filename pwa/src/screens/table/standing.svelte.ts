import type { Card } from '../../engine';
import { nowHeadline } from '../../parts/modules/now';
import { pageOf } from '../../parts/modules/bring-walks.svelte';
import type { Practising } from '../../parts/practice/practising.svelte';
import { Box } from '../../parts/table/box';
import { bustShown } from '../../parts/table/changes';
import { dutyOf } from '../../parts/table/duty';
import { asideTemplate } from '../../parts/table/laid';
import { foretold, stillUnseen } from '../../parts/table/saying';
import { headline } from '../../parts/table/stage';
import type { Drafts } from '../../stores/drafts.svelte';
import type { Library } from '../../stores/library';
import { settings } from '../../stores/settings.svelte';
import type { TableStore } from '../../stores/table.svelte';
import { Speech } from '../../words/speech';
import { t } from '../../words/words.svelte';
import { onlyTaken } from './lightly/lightly';
import type { Moment } from './now.svelte';
import type { Telling } from './telling.svelte';

/** The step that says that the first turn has begun. */
const BEGUN = 'begun';

/** How the table stands, and what this phone may do with it. */
export class Standing {
  books = $state.raw<Library | null>(null);
  /** Goals that the last entry completed. */
  fresh = $state.raw<string[]>([]);
  private seenBust = $state(-1);

  constructor(
    private readonly store: TableStore,
    private readonly practice: Practising | null,
    private readonly drafts: Drafts,
    private readonly moment: Moment,
    private readonly telling: Telling,
  ) {}

  readonly view = $derived.by(() => this.store.view);
  readonly speech = $derived.by(() => (this.view ? Speech.at(this.view, this.books?.editions) : null));
  readonly box = $derived.by(() =>
    this.view && this.books
      ? new Box(
          this.books.catalogue,
          stillUnseen(this.view.unseen, this.telling.saying?.cards ?? []),
          this.view.box,
        )
      : null,
  );
  /** The cards that were told of the entry in hand. */
  readonly told: Card[] = $derived.by(() => {
    const { box } = this;
    return box ? (this.telling.saying?.cards ?? []).flatMap((card) => box.card(card) ?? []) : [];
  });

  /** Shown until somebody taps on; undoing what came after it does not show it again. */
  readonly bust = $derived.by(() =>
    this.view && this.seenBust !== this.view.last?.revision ? bustShown(this.view) : undefined,
  );
  /** The seat the lantern stands at. */
  readonly lit = $derived.by(() => this.bust?.seat ?? this.view?.acting ?? 0);

  /** Draws may follow each other unanswered; whatever else is on its way is waited for. */
  readonly busy = $derived.by(
    () =>
      this.store.lost ||
      !this.store.enters ||
      (this.practice?.waits === true && this.bust === undefined) ||
      this.store.question !== null ||
      this.store.waiting.some((writing) => !('entry' in writing) || writing.entry.type !== 'draw'),
  );
  readonly mine = $derived.by(() => this.store.members?.seat ?? -1);
  /** This phone may enter. */
  readonly enters = $derived.by(() => this.store.enters && !this.store.lost);
  /** A phone that does not record now shows the table and enters nothing by a tap on it. */
  readonly records = $derived.by(
    () =>
      dutyOf(this.store.members, this.view?.acting ?? -1, settings.records, this.view?.order) === 'records',
  );
  /** Whoever records puts right what was entered, too; not while something is on its way. */
  readonly repairs = $derived.by(
    () => this.records && !this.busy && this.bust === undefined && this.telling.saying === null,
  );
  /** Who knocks, or claims the keeper's place. */
  readonly knocks = $derived.by(() =>
    this.store.knock && this.store.remote ? (this.store.knock.name ?? t('invite.somebody')) : '',
  );

  /** Whoever holds this phone may answer for himself in others' turns, too. */
  readonly now = $derived.by(() =>
    this.view && this.store.enters ? this.moment.asks(this.view, this.records ? null : [this.mine]) : null,
  );
  /** Before the first turn: how many cards of a pile go aside, unless somebody has begun already. */
  readonly aside = $derived.by(() =>
    this.view && this.records && this.drafts.of(BEGUN, this.view) !== this.view.revision
      ? asideTemplate(this.view)
      : undefined,
  );
  /** What a module goes through step by step. */
  readonly page = $derived.by(() => (this.view && !this.bust ? pageOf(this.view) : undefined));
  /** Cards lie in the order in which they come, and nobody takes any. */
  readonly discovering = $derived.by(
    () =>
      this.view?.phase !== 'trade_hire' || this.bust !== undefined || !this.records || onlyTaken(this.view),
  );
  /** Whose turn it is and what he does: the name, lit, and the rest of the sentence. */
  readonly headline: [string, string] = $derived.by(() => {
    const { view, speech, bust, now } = this;
    if (!view || !speech) return ['', ''];
    if (now && !bust) return nowHeadline(now, speech);
    return this.telling.lies ? [speech.name(view.active), t('light.stops')] : headline(view, speech, bust);
  });

  /** The bust has been looked at. */
  see(): void {
    this.seenBust = this.view?.last?.revision ?? -1;
  }

  /** Nobody puts cards of the pile aside. */
  begin(): void {
    if (this.view) this.drafts.put(BEGUN, this.view.revision, this.view);
  }

  /** Whether anybody can say what the table would be with one card more. */
  get foretells(): boolean {
    return foretold(this.told);
  }
}
