import type { Card, Editions, Goal, LedgerLine, Params, Player, RefusalInfo, View } from '../engine';
import { formFor } from './counting';
import { deskLanguage, hasShared, language, list, shares, t, tFrom, worded } from './words.svelte';

/** The two lines of the ledger: what happened, then why. */
export interface Told {
  title: string;
  why: string;
  /** What has happened stays on two lines: these make up `why`, and the last ones go where there is no room. */
  clauses?: string[];
  /** What it brought, told by signs behind the first line. */
  gains?: { coins: number; points: number };
}

/**
 * Speaks of one table: names of cards in the words of the group's box, ledger lines, refusals, rules and their places.
 * The sentences come from companion/words; here they are only filled in.
 */
export class Speech {
  constructor(
    private readonly edition: string,
    private readonly players: Player[],
    private readonly books: Editions | null = null,
    /** What the group has chosen, where it plays already. */
    private readonly options: Record<string, unknown> = {},
  ) {}

  /** Speaks at the table of this view. */
  static at(view: View, books?: Editions | null): Speech {
    return new Speech(view.edition, view.players, books ?? null, view.options);
  }

  /** A word of the group's box: `swords`, `expedition`, `sailor`, `yellow` (the ship). */
  term(key: string): string {
    return this.known(key) || key;
  }

  /** What a goal is called: by its name, and the number that is printed on it. */
  goal({ name, number }: Pick<Goal, 'name' | 'number'>): string {
    return number === undefined ? this.term(name) : `${this.term(name)} ${number}`;
  }

  /** A ship's color, for whoever does not see it. */
  color(color: string): string {
    return tFrom('color', color, { defaultValue: this.term(color) });
  }

  /** What so many of them are called: one sword, two swords. A language with more forms has them as `swords_few` or `swords_many`. */
  counted(one: string, several: string, count: number): string {
    const form = formFor(count);
    return form === 'one' ? this.term(one) : this.known(`${several}_${form}`) || this.term(several);
  }

  swords(count: number): string {
    return this.counted('sword', 'swords', count);
  }

  card(card: Card): string {
    if (card.kind === 'ship') return this.term(card.color);
    return this.term(card.kind === 'person' ? card.type : card.kind);
  }

  /** As short as a key of the pad needs it, with soft hyphens where it may break. */
  short(key: string): string {
    return mayBreak(this.term(key));
  }

  /** Its whole name, with soft hyphens where it may break. */
  parted(key: string): string {
    const word = this.term(key);
    const short = mayBreak(word);
    return short.replaceAll('\u00ad', '') === word ? short : word;
  }

  /** A card's name as a narrow tile needs it. */
  shortCard(card: Card): string {
    return mayBreak(this.card(card));
  }

  name(seat: number | undefined): string {
    return seat === undefined ? '' : (this.players[seat]?.name ?? '');
  }

  title(line: LedgerLine): string {
    return this.say(`ledger.${keyOf(line, this.players.length === 1)}.title`, this.fill(line.params, line));
  }

  why(line: LedgerLine): string {
    return this.say(`ledger.${keyOf(line, this.players.length === 1)}.why`, this.fill(line.params, line));
  }

  /** What a line is about, in words: cards, players and whatever a module names. */
  about(line: LedgerLine): Record<string, unknown> {
    return this.fill(line.params, line);
  }

  told(line: LedgerLine): Told {
    return { title: this.title(line), why: this.why(line) };
  }

  refusal(refusal: RefusalInfo, seat?: number): string {
    const params = this.fill(refusal.params, {
      seat: refusal.params['seat'] === undefined ? seat : Number(refusal.params['seat']),
    });
    return this.say(`refusals.${refusal.code}`, params) || t('why.unknown');
  }

  rule(key: string): string {
    return this.say(`rules.${key}`, {}) || key;
  }

  /** Any sentence of companion/words about somebody at this table. */
  sentence(key: string, params: Params, seat?: number): string {
    return this.say(key, this.fill(params, { seat }));
  }

  /** Where a rule stands: the booklet and the heading, never lines. */
  place(rule: string): string {
    const edition = this.books?.editions.find((one) => one.id === this.edition);
    const citation = edition?.rules[rule]?.citations[0];
    if (!citation) return '';
    const book: unknown = this.books?.documents[citation.document];
    const named = typeof book === 'object' && book ? namedIn(book as Record<string, string>) : book;
    return `${String(named ?? citation.document)}, ${citation.section}`;
  }

  private known(key: string): string {
    return shares(`terms.${this.edition}.${key}`) || shares(`terms.pegasus.${key}`);
  }

  private say(key: string, params: Record<string, unknown>): string {
    return hasShared(key) || hasShared(`${key}_other`)
      ? shares(key, { ...params, term: this.terms(), played: this.played() })
      : '';
  }

  private terms(): Record<string, string> {
    return new Proxy({}, { get: (_target, key) => this.term(String(key)), has: () => true });
  }

  /** What holds at this table where groups may play it otherwise: `{played.NAME}` in a sentence. */
  private played(): Record<string, string> {
    const usual = this.books?.editions.find(({ id }) => id === this.edition)?.switches;
    return new Proxy(
      {},
      {
        get: (_target, key) => this.valued(String(key), this.options[String(key)] ?? usual?.[String(key)]),
        has: () => true,
      },
    );
  }

  private valued(option: string, value: unknown): string {
    return this.say(`switches.${option}.values.${String(value)}`, {});
  }

  private fill(
    params: Params | undefined,
    about: { seat?: number | undefined; coins?: number | undefined; why?: string },
  ): Record<string, unknown> {
    const filled: Record<string, unknown> = { name: this.name(about.seat) };
    if (about.coins !== undefined) filled['coins'] = Math.abs(about.coins);
    const seats = SEATS[about.why ?? ''] ?? [];
    for (const [key, value] of Object.entries(params ?? {}))
      filled[key] = seats.includes(key) ? this.seated(value) : this.spoken(key, value);
    if (about.why === 'house_rule') Object.assign(filled, this.ruled(params ?? {}));
    return filled;
  }

  /** One player by the seat, or several. */
  private seated(value: unknown): string {
    return Array.isArray(value) ? list(value.map((one) => this.name(Number(one)))) : this.name(Number(value));
  }

  /** A switch by its name, and what it is and was set to. */
  private ruled({ option, value, from }: Params): Record<string, string> {
    return {
      option: this.say(`switches.${String(option)}.name`, {}),
      value: this.valued(String(option), value),
      from: this.valued(String(option), from),
    };
  }

  private spoken(key: string, value: unknown): unknown {
    if (Array.isArray(value)) return list(value.map((one) => String(this.spoken('person', one))));
    if (typeof value === 'object' && value && 'kind' in value) return this.card(value as Card);
    if (TERMS.includes(key) && typeof value === 'string') return this.term(value);
    // What a module names has its words with the module.
    if (typeof value === 'string' && key !== 'name') return this.say(`params.${key}.${value}`, {}) || value;
    return value;
  }
}

function mayBreak(word: string): string {
  return worded('short', word) || word;
}

/** The booklets are named in the languages of the rules desk. */
function namedIn(book: Record<string, string>): string | undefined {
  return book[language()] ?? book[deskLanguage()] ?? book['name'];
}

/** Parameters that are words of the group's box. */
const TERMS = ['person', 'goal', 'title'];

/** Parameters that are seats, by the line they stand in. */
const SEATS: Record<string, string[]> = {
  compensation: ['to', 'from'],
  short: ['to', 'from'],
  joined: ['after'],
  seated: ['seats'],
};

/** Some lines are said in two ways; the rest are said by their name. */
function keyOf(line: LedgerLine, alone: boolean): string {
  const params = line.params ?? {};
  if (line.why === 'compensation') return 'to' in params ? 'compensation_to' : 'compensation_from';
  if (line.why === 'game_over' && params['won']) return 'game_over_won';
  if (line.why === 'game_over' && params['lost']) return 'game_over_lost';
  if (line.why === 'placed' && (params['card'] as Card | undefined)?.kind === 'person')
    return 'placed_person';
  if (line.why === 'bust' && !('color' in params)) return 'bust_told';
  if (line.why === 'short' && 'to' in params) return 'short_to';
  if (line.why === 'hire' && params['discount']) return 'hire_discount';
  if (line.why === 'passed' && params['taken']) return 'passed_taken';
  if (line.why === 'tax_bonus' && alone) return 'tax_bonus_alone';
  if (line.why === 'tax_bonus') return 'vp' in params ? 'tax_bonus_vp' : 'tax_bonus_swords';
  if (line.why === 'counted' && line.seat !== undefined)
    return params['from'] === params['to'] ? 'counted_fits' : 'counted_name';
  // Where no coin moved, a line may be said without them.
  if (line.coins === undefined && hasShared(`ledger.${line.why}_none.title`)) return `${line.why}_none`;
  return line.why;
}
