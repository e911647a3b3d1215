import type { Card, Entry, Template } from '../../engine';
import type { Answer } from '../../parts/modules/question';
import { drawnAs, drawOf, placeOf, toRead } from '../../parts/table/learning';
import type { Learned } from '../../parts/table/learning';
import { entryOf } from '../../parts/table/entry';
import type { AtTable } from './on-table';

/** What an entry goes through before it is posted. */
type Around = Pick<AtTable, 'store' | 'practice' | 'standing' | 'asking' | 'telling' | 'underway' | 'opens'>;

/** Kinds that are told when they are drawn, while the harbor is told, too. */
const APART: readonly (string | undefined)[] = ['expedition', 'tax'];

/** What a tap enters, or asks before it does. */
export class Entering {
  constructor(private readonly at: Around) {}

  draw = (card: Card | string, rect: DOMRect): void => {
    const { practice, asking, underway, telling, standing } = this.at;
    asking.close();
    if (practice && !practice.lies(card)) return;
    underway.from = rect;
    const apart = telling.lies && APART.includes(standing.box?.card(card)?.kind);
    if (telling.saying && !apart) telling.tell(card);
    else this.drawn({ card });
  };

  /** A card that the catalogue lacks is learned with its draw; where several cards are told, by itself. */
  drawOther = (done: string | Learned): void => {
    const { asking, opens, store, telling, underway } = this.at;
    opens.close();
    if (telling.saying && typeof done !== 'string' && !done.fresh)
      void store.record({ ...drawOf(done), type: 'learn' });
    const below = new DOMRect(innerWidth / 2, innerHeight, 0, 0);
    if (typeof done === 'string') return this.draw(done, below);
    if (telling.saying) return this.draw(done.card, below);
    underway.from = below;
    asking.close();
    this.drawn(drawnAs(done));
  };

  /** What a template stands for: read off first, told card by card, or entered at once; what is not allowed says why. */
  choose = (template: Template): void => {
    const { opens, store, standing, telling, underway } = this.at;
    const { view } = standing;
    underway.from = null;
    const reading = view && toRead(template, view);
    const kind = reading?.card && placeOf(reading.card);
    if (reading && kind) opens.show({ sheet: 'read', template: reading, kind });
    else if (!template.allowed) opens.why(template);
    else if (template.asks?.length) telling.begin(template, view);
    else void store.record(entryOf(template));
  };

  /** The same, and the sheet is closed. */
  pick = (template: Template): void => {
    this.at.opens.close();
    this.choose(template);
  };

  /** What lies there unread has its numbers now. */
  readNow = (template: Template, card: Card): void => this.record(entryOf(template, { card }));

  /** Begins one of these: an entry, or a choice of several. */
  start = (templates: Template[]): void => {
    const [one, ...others] = templates;
    if (others.length) this.at.opens.show({ sheet: 'starts', templates });
    else if (one) this.choose(one);
  };

  /** The answer to a question of a module: an entry of its own, or what an entry asks for. */
  answer = ({ template, value }: Answer): void => {
    const { telling } = this.at;
    if (telling.saying && value !== undefined) telling.answer(value);
    else this.choose(template);
  };

  /** As it stands, and the sheet is closed. */
  record = (entry: Entry): void => {
    this.at.opens.close();
    void this.at.store.record(entry);
  };

  /** It happened, whatever the rules say; `had`: with so many coins. */
  anyway = (template: Template, had?: number, said: Record<string, unknown> = {}): void => {
    const { opens, store } = this.at;
    opens.close();
    if (had === undefined) void store.record(entryOf(template, said), true);
    else void store.record({ ...entryOf(template, said), had });
  };

  onwards = (): void => {
    const { opens, standing } = this.at;
    standing.see();
    if (standing.view?.phase === 'game_over') opens.scores();
  };

  /** Another card than the one that was put back is asked about first. */
  private drawn(what: Partial<Entry>): void {
    const { opens, store, standing } = this.at;
    const { view, box } = standing;
    const entry: Entry = { type: 'draw', by: view?.active ?? 0, ...what };
    const top = store.waiting.length ? undefined : view?.on_top;
    // The offer names the card itself, also before the catalogue is here.
    const same = (card: Card | string): boolean => card === top?.id || box?.card(card)?.id === top?.id;
    if (top && !(entry.card !== undefined && same(entry.card))) opens.show({ sheet: 'on-top', entry });
    else void store.record(entry);
  }
}
