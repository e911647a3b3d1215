import type { Template, View } from '../../engine';
import { askedFor, decided } from '../../parts/modules/question';
import { payment } from '../../parts/modules/rewards';
import { padOf } from '../../parts/modules/bring-walks.svelte';
import type { Stage } from '../../parts/on-stage';
import { dutyOf } from '../../parts/table/duty';
import { lookedAt } from '../../parts/table/saying';
import { settings } from '../../stores/settings.svelte';
import { sold } from './additions';
import { checkIsDue, paidShort } from './check';
import type { AtQuay } from './on-quay';

/** What may stand in the ledger's place. */
export type Offered = 'may' | 'repel' | 'doubt' | 'on-top' | 'pays' | 'sells' | 'short' | 'check';

/** What is asked at the quay now, and what is offered there. */
export class Offers {
  /** The revision at which the offer was opened: the next one closes it. */
  private opened = $state(-1);

  constructor(
    private readonly stage: Stage,
    private readonly quay: AtQuay,
  ) {}

  private get view(): View {
    return this.stage.view;
  }

  /** An entry that was begun and asks for more. */
  get saying() {
    return this.quay.telling?.saying ?? null;
  }

  private get asked() {
    return this.quay.asking.asked;
  }

  /** Several cards are told one after the other. */
  private get telling(): boolean {
    return Boolean(this.quay.telling?.count);
  }

  readonly duty = $derived.by(() =>
    dutyOf(this.quay.store.members, this.view.acting, settings.records, this.view.order),
  );
  private readonly records = $derived.by(() => this.duty === 'records' && !this.quay.standing.bust);
  /** Nothing else is open, and this phone records. */
  readonly quiet = $derived.by(
    () => this.records && !this.quay.store.question && this.asked === null && !this.telling,
  );

  readonly repel = $derived.by(() => this.find('repel'));
  readonly keep = $derived.by(() => this.find('keep'));
  readonly request = $derived.by(() => this.find('draw_request'));
  readonly pending = $derived.by(() => (this.view.pending?.kind === 'repel' ? this.view.pending : null));
  /** A ship is repelled or let in: the game goes on only then. */
  readonly decides = $derived.by(() =>
    this.repel && this.keep && this.pending?.must_decide ? { repel: this.repel, keep: this.keep } : null,
  );
  private readonly repels = $derived.by(
    () => this.quiet && Boolean((this.repel && this.keep && !this.pending?.must_decide) || this.request),
  );

  /** What a module asks about an entry that was begun. */
  readonly asks = $derived.by(() =>
    this.saying ? askedFor(this.saying, this.view, this.stage.speech) : null,
  );
  /** What must be decided before anything else. */
  readonly must = $derived.by(() =>
    this.records && !this.telling ? decided(this.view, this.stage.speech, true) : null,
  );
  /** What may be decided, or left. */
  readonly may = $derived.by(() =>
    this.records && !this.saying && !this.now && this.asked === null && !this.quay.store.question
      ? decided(this.view, this.stage.speech, false)
      : null,
  );
  /** The one question that stands in the keys' place. */
  readonly modules = $derived.by(
    () => this.asks ?? this.must ?? (this.may && this.opened === this.view.revision ? this.may : null),
  );
  /** What somebody can complete at this moment only. */
  get now() {
    return this.quay.now?.asked ?? null;
  }

  /** Cards that were looked at, of which one goes back. */
  readonly looked = $derived.by(() => {
    const { box } = this.quay.standing;
    return this.saying && box ? lookedAt(this.saying, box) : null;
  });
  /** A question of a module that has a pad of its own. */
  readonly ownPad = $derived.by(() => padOf(this.view));
  /** Another phone asks whether a card is the same one: nobody has to wait for the answer. */
  readonly doubting = $derived.by(() =>
    !this.repels && !this.quay.store.question && this.asked === null && !this.telling
      ? this.quay.store.doubting
      : undefined,
  );
  /** The next card, where somebody has looked at it and put it back. */
  readonly top = $derived.by(() =>
    this.quiet && !this.saying && this.find('draw')?.allowed ? this.view.on_top : undefined,
  );
  /** What is read by now and waits to be paid. */
  readonly pays = $derived.by(() => (this.quiet && !this.saying ? payment(this.view) : undefined));
  /** What may be sold now. */
  readonly sales = $derived.by(() =>
    this.quay.entering.start && this.quiet && !this.saying ? sold(this.view) : [],
  );
  /** Who has paid less than was due may have other coins than recorded. */
  readonly short = $derived.by(() =>
    this.quay.opens.account && this.quiet ? paidShort(this.view) : undefined,
  );

  /** Only one thing is offered at a time: what cannot wait comes first. */
  readonly offered: Offered | null = $derived.by(() => {
    if (this.may && !this.modules && !this.repels) return 'may';
    if (this.repels) return 'repel';
    if (this.doubting) return 'doubt';
    if (this.top) return 'on-top';
    if (this.pays) return 'pays';
    if (this.sales.length) return 'sells';
    if (this.short) return 'short';
    return this.quay.opens.check && this.quiet && checkIsDue(this.view, settings.check) ? 'check' : null;
  });

  /** What a lesson wants done; whatever is asked or offered comes first. */
  readonly lesson = $derived.by(() =>
    this.quiet && !this.offered && !this.back && !this.modules && !this.now
      ? this.quay.taught?.card?.lesson
      : undefined,
  );

  /** Out of what was begun, without an answer: the key beside the ledger, Escape and Back. */
  readonly back: (() => void) | null = $derived.by(() => {
    if (this.asked) return () => this.quay.asking.which(null);
    const { telling } = this.quay;
    return telling && (this.telling || this.asks || telling.lies) ? telling.leave : null;
  });

  /** What may be decided is asked. */
  open(): void {
    this.opened = this.view.revision;
  }

  close(): void {
    this.opened = -1;
  }

  find(type: string, fits: (template: Template) => boolean = () => true): Template | undefined {
    return this.view.allowed.find((template) => template.type === type && !template.module && fits(template));
  }
}
