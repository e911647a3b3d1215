import type { Card, Lying, Person, Player, Template, View } from '../../engine';
import type { Speech } from '../../words/speech';
import { hasShared, list, shares, t, tFrom } from '../../words/words.svelte';
import { takesWhy } from './ledger-lines';

/** One thing a display does now: in words, with the cards that do it, their points and the rule. */
export interface Ability {
  key: string;
  title: string;
  why: string;
  rule: string;
  cards: Card[];
  vp: number;
}

/** Persons that carry a symbol an expedition asks for. */
const SYMBOLS = ['captain', 'priest', 'settler', 'jack'];

/** What the cards of a player do, with the figures of this harbor as the view gives them. */
export function abilities(view: View, player: Player, speech: Speech): Ability[] {
  const found: Ability[] = [];
  const of = (fits: (person: Person) => boolean): Person[] => player.display.filter(fits);
  const add = (key: string, rule: string, cards: Card[], title: string, why: string): void => {
    if (cards.length)
      found.push({
        key,
        title,
        why,
        rule,
        cards,
        vp: cards.reduce((sum, card) => sum + ('vp' in card ? card.vp : 0), 0),
      });
  };

  const addAll = (type: string, rule: string, title: string): void => {
    const cards = of((person) => person.type === type);
    add(type, rule, cards, title, speech.rule(rule));
  };

  add(
    'takes',
    'governor',
    of(({ type }) => type === 'governor'),
    t('display.takes', { count: player.extra_takes }),
    takesNow(view, player, speech),
  );

  const armed = of(({ swords }) => Boolean(swords));
  add(
    'swords',
    'repel_swords',
    armed,
    t('display.swords', { count: player.swords, swords: speech.swords(player.swords) }),
    swordsOf(armed, speech),
  );

  add(
    'discount',
    'discount',
    of(({ type }) => type === 'mademoiselle'),
    t('display.discount', { count: player.discount }),
    discountNow(view, player, speech),
  );

  const traders = of(({ type }) => type === 'trader');
  for (const color of new Set(traders.map((one) => one.color))) {
    const same = traders.filter((one) => one.color === color);
    add(
      `trader:${color ?? ''}`,
      'trader',
      same,
      t('display.trader', { ship: speech.term(color ?? 'yellow'), count: same.length }),
      traderNow(view, player, speech, color ?? 'yellow'),
    );
  }

  const due = view.parts.find(({ seat, coins }) => seat === player.seat && coins > 0);
  for (const [type, rule] of [
    ['admiral', 'admiral'],
    ['jester', 'jester_empty'],
  ] as const) {
    const pays = [due?.pays ?? due].flat().find((one) => one?.why?.startsWith(type));
    const title = pays
      ? t('display.due', { coins: t('count.coins', { count: pays.coins }) })
      : t(`display.${type}`);
    addAll(type, rule, title);
  }

  // What a module's person does has its words with the module.
  for (const type of new Set(player.display.map((one) => one.type))) {
    const title = shares(`display.${type}`);
    const rule = hasShared(`rules.${type}`) ? type : 'hire';
    if (title) addAll(type, rule, title);
  }

  const ways = view.allowed.filter(
    (one) => one.type === 'claim_expedition' && one.by === player.seat && one.allowed,
  );
  for (const [at, way] of ways.entries()) found.push(claim(way, at, player, speech));
  if (!ways.length) {
    const carriers = of(({ type }) => SYMBOLS.includes(type));
    const needs = list([
      ...new Set(carriers.map(({ type }) => (type === 'jack' ? t('display.any') : tFrom('need', type)))),
    ]);
    add(
      'symbols',
      'expedition_matching',
      carriers,
      t('display.symbols', { needs, expeditions: speech.term('expeditions') }),
      speech.rule('expedition_claim'),
    );
  }

  const told = new Set(found.flatMap(({ cards }) => cards));
  for (const [at, other] of of((person) => !told.has(person)).entries())
    add(`other:${at}`, 'hire', [other], speech.card(other), t('display.person'));

  player.expeditions.forEach((card, at) => {
    add(
      `expedition:${at}`,
      'expedition_claim',
      [card],
      t('display.expedition', { needs: needsOf(card.need) }),
      t('display.expedition_why', { expedition: speech.term('expedition') }),
    );
  });
  return found;
}

/** "Sailor 1, Pirate 2": equal cards once, with their number. */
function swordsOf(armed: Person[], speech: Speech): string {
  const names = armed.map((one) => `${speech.card(one)} ${one.swords ?? ''}`);
  return list(
    [...new Set(names)].map((name) => {
      const count = names.filter((other) => other === name).length;
      return count > 1 ? `${count} × ${name}` : name;
    }),
  );
}

/** Every card with points, for the way to the last round. */
export function carriers(player: Player): (Person | Player['expeditions'][number])[] {
  return [...player.expeditions, ...player.display]
    .filter(({ vp }) => vp > 0)
    .sort((one, other) => other.vp - one.vp);
}

/** The points that bring the last round: those of a game that has its own way there, the group's own number, or the booklet's. */
export function wayLength(view: View, switches: Record<string, unknown> | undefined): number {
  const way = view.players.flatMap(({ tracks = [] }) => tracks).find(({ id }) => id === 'points');
  return way?.need ?? Number(view.options['required_vp'] ?? switches?.['required_vp'] ?? 0);
}

export function needsOf(need: string[]): string {
  return list(need.map((one) => tFrom('need', one)));
}

function claim(way: Template, at: number, player: Player, speech: Speech): Ability {
  const card = way.card?.kind === 'expedition' ? way.card : undefined;
  const given = [...(way.discard ?? [])];
  const cards = player.display.filter(({ type }) => {
    const place = given.indexOf(type);
    if (place >= 0) given.splice(place, 1);
    return place >= 0;
  });
  return {
    key: `claim:${at}`,
    rule: 'expedition_claim',
    cards,
    title: t('display.claim', { name: player.name, needs: needsOf(card?.need ?? []) }),
    why: t('display.claim_why', {
      cards: list((way.discard ?? []).map((type) => speech.term(type))),
      points: t('count.points', { count: card?.vp ?? 0 }),
      coins: t('count.coins', { count: way.gain ?? card?.coins ?? 0 }),
    }),
    vp: cards.reduce((sum, { vp }) => sum + vp, 0),
  };
}

function takesNow(view: View, player: Player, speech: Speech): string {
  const takes = view.takes;
  if (takes?.seat !== player.seat || !takes.reasons.some(({ why }) => why === 'governor'))
    return speech.rule('governor');
  return t('display.takes_now', {
    who: speech.term('governor'),
    count: takes.total,
    why: takesWhy(view, speech),
  });
}

/** What the view says a card in the harbor costs or brings this player now; nothing where it speaks of somebody else. */
function offered(
  view: View,
  player: Player,
): Pick<Lying, 'card' | 'price' | 'discount' | 'gain' | 'trader'>[] {
  const takes = view.allowed.filter((one) => one.type === 'take' && one.by === player.seat && one.card);
  if (takes.length) return takes as Pick<Lying, 'card' | 'price' | 'discount' | 'gain' | 'trader'>[];
  return view.phase === 'discover' && view.active === player.seat ? view.harbor : [];
}

function discountNow(view: View, player: Player, speech: Speech): string {
  const cheaper = offered(view, player).find(
    ({ card, price, discount }) => card.kind === 'person' && price !== undefined && discount,
  );
  if (cheaper?.card.kind !== 'person') return speech.rule('discount');
  return t('display.discount_now', {
    card: speech.card(cheaper.card),
    price: cheaper.price,
    cost: cheaper.card.cost,
  });
}

function traderNow(view: View, player: Player, speech: Speech, color: string): string {
  const ship = offered(view, player).find(
    ({ card, gain, trader }) => card.kind === 'ship' && card.color === color && gain !== undefined && trader,
  );
  if (ship?.card.kind !== 'ship') return speech.rule('trader');
  return t('display.trader_now', {
    who: speech.term('trader'),
    card: speech.card(ship.card),
    gain: ship.gain,
    coins: ship.card.coins,
  });
}
