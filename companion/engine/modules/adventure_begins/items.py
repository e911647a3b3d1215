"""Ships that are kept for what they carry (C95, C96)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.engine.entering.entries import Key
from companion.engine.entering.templates import Template
from companion.engine.following.moments import Left, Traded
from companion.engine.house.brought import Declined, Figure
from companion.engine.house.living import room, set_room
from companion.engine.printed.cards import Card, HarborCard, Ship, Unknown
from companion.engine.refusals import Malformed, Reason
from companion.engine.rules.allowed import take_template
from companion.engine.rules.trade import spent
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import TRADE_HIRE, Game, State
from companion.engine.values import sequence, word

from . import people
from .missions import ARES, ITEMS

ROOM, AS_ITEM, RULE, PRINTED = "adventure_items", "as_item", "items", "items"
KEYS = {AS_ITEM: Key("flag", "With a ship that carries something: it is kept for that.")}

MOST = 20
COUNTED = {
    "items": Key("words_by_seat", "With a count: the items before a player.", most=MOST, choices=ITEMS)
}


class Item(NamedTuple):
    """One that lies before a player: what it carries, and the ship, of which only the kind may be known."""

    seat: int
    what: str
    card: Ship | Unknown


def all_items(table: Table) -> tuple[Item, ...]:
    found: tuple[Item, ...] = room(table, ROOM)
    return found


def of(table: Table, seat: int) -> tuple[Item, ...]:
    """What lies before a player, in order."""
    return before(all_items(table), seat)


def before(lying: tuple[Item, ...], seat: int) -> tuple[Item, ...]:
    return tuple([one for one in lying if one.seat == seat]) if lying else ()


def holds(table: Table, seat: int) -> Iterable[Card]:
    return [one.card for one in of(table, seat)]


def is_ares(one: Item) -> bool:
    return one.card.color == ARES


def lay(draft: Draft, one: Item) -> None:
    set_room(draft, ROOM, (*all_items(draft), one))


def give_up(draft: Draft, one: Item) -> None:
    """The ship goes to the discard pile."""
    found = list(all_items(draft))
    found.remove(one)
    set_room(draft, ROOM, tuple(found))
    draft.discard(one.card)


def choices(lying: tuple[Item, ...], wants: list[str]) -> Sequence[tuple[Item, ...]]:
    """Each choice of items that pays all of that, of those ships first for which fewer will do."""
    slots = sorted(wants, key=lambda what: what == ARES)
    found: dict[tuple[str, ...], tuple[Item, ...]] = {}

    def choose(at: int, left: tuple[Item, ...], chosen: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
        if at == len(slots):
            yield chosen
            return
        tried = set()
        for place, item in enumerate(left):
            fits = is_ares(item) if slots[at] == ARES else item.what == slots[at]
            if fits and item.what not in tried:
                tried.add(item.what)
                yield from choose(at + 1, (*left[:place], *left[place + 1 :]), (*chosen, item))

    for chosen in choose(0, lying, ()):
        found.setdefault(tuple(sorted(item.what for item in chosen)), chosen)
    return tuple(found.values())


def wanted(table: Table) -> bool:
    return isinstance(table, Draft) and table.more.get(AS_ITEM) is True


def declines(table: Table, seat: int, card: HarborCard) -> Declined | None:
    """The taker wants the ship and not its coins; what a bonus pays is paid all the same."""
    if not wanted(table):
        return None
    if isinstance(card, Ship) and card.printed(PRINTED):
        return Declined(bonus=True)
    return Declined(Reason("NOT_A_SHIP", RULE, {}, overridable=False))


def keeps(draft: Draft, seat: int, card: HarborCard, how: str) -> bool:
    """It lies before the player and in no pile."""
    if how != "unpaid" or not wanted(draft) or not isinstance(card, Ship) or not card.printed(PRINTED):
        return False
    (what,) = card.printed(PRINTED)
    lay(draft, Item(seat, what, card))
    draft.say("item_kept", RULE, seat, params={"card": card, "item": what})
    return True


def trade(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    """A coin more for each Captain, Priest or Settler of this box, with the ships that the switch says (C95), and for a
    character who is a Trader.
    """
    if not isinstance(card, Ship):
        return
    wide = table.game.rules.rulings["ab_cps_bonus"] == "every_item_ship"
    if card.color == ARES or (wide and card.printed(PRINTED)):
        count = sum(one.color == ARES for one in table.players[seat].display)
        if count:
            yield Figure("ares_bonus", count)
    if people.able(table, seat) == "peter_landman" and people.matches(table, seat, card.color):
        yield Figure("peter_landman", 1)


def crowns_of(table: Table, seat: int, card: HarborCard) -> int:
    """The crowns that taking a ship brings: its own where it is traded with, and that of a character (C99)."""
    if not isinstance(card, Ship):
        return 0
    count = card.printed("crowns") or 0 if card.prints and not wanted(table) else 0
    if people.able(table, seat) == "don_ferdinando" and people.matches(table, seat, card.color):
        count += 1
    return count


def brings(table: Table, seat: int, card: HarborCard) -> Iterable[Figure]:
    count = crowns_of(table, seat, card)
    if count:
        yield Figure("crowns", count)


def traded(draft: Draft, moment: Traded) -> None:
    people.add_crowns(draft, moment.seat, crowns_of(draft, moment.seat, moment.ship), "trade")


def templates(state: State) -> Iterator[Template]:
    """Each ship that may be kept for what it carries, a second time."""
    if state.phase != TRADE_HIRE:
        return
    draft = Draft(state, more={AS_ITEM: True})
    for index, card in enumerate(state.harbor):
        if isinstance(card, Ship) and card.printed(PRINTED):
            found = take_template(draft, state.acting, index, spent(state))
            yield found._replace(keys={**found.keys, AS_ITEM: True})


# Counting and situations


def place(game: Game, others: Iterable[Item], what: str, field: str) -> Ship | Unknown:
    """A ship that carries this: which one it is nobody asks, so one of which nobody knows the numbers where there is one."""
    named = Counter[Card](one.card for one in others)
    kinds = game.deck.kinds
    for kind in (*(kinds[at] for at in game.deck.places), *kinds):
        card = kind.card
        carries = isinstance(card, Ship | Unknown) and what in (card.printed(PRINTED) or ())
        if isinstance(card, Ship | Unknown) and carries and named[card] < kind.count:
            return card
    raise Malformed(field, "box_holds")


def counted(draft: Draft, said: object) -> None:
    """What lies before somebody is something else than the phone shows: the table is right."""
    told: Mapping[int, tuple[str, ...]] = said if isinstance(said, Mapping) else {}
    for seat, whats in told.items():
        for what in (Counter(one.what for one in of(draft, seat)) - Counter(whats)).elements():
            one = next(one for one in reversed(of(draft, seat)) if one.what == what)
            give_up(draft, one)
            draft.say("item_gone", "count", seat, params={"item": what})
    for seat, whats in told.items():
        for what in (Counter(whats) - Counter(one.what for one in of(draft, seat))).elements():
            one = Item(seat, what, brought_back(draft, what))
            lay(draft, one)
            draft.say("item_there", "count", seat, params={"item": what})


def brought_back(draft: Draft, what: str) -> Ship | Unknown:
    """The ship with that item which went to the discard pile last, else one that nobody saw leave the draw pile."""
    deck = draft.game.deck
    coming = [at for at in (*deck.places, *range(len(deck.kinds))) if draft.unseen[at]]
    cards = [deck.kinds[at].card for at in (*reversed(draft.known_discards), *coming)]
    found = next(
        (one for one in cards if isinstance(one, Ship | Unknown) and what in (one.printed(PRINTED) or ())),
        None,
    )
    if found is None:
        draft.refuse("NOT_IN_THE_BOX", "count", count=0)
    draft.bring_back(found)
    return found


def told(draft: Draft, seat: int, row: Mapping[str, Any]) -> None:
    """The items before a player, as a situation tells; raises Malformed."""
    field = "situation.players.items"
    for said in sequence(row.get("items") or [], field, MOST):
        what = word(said, field, ITEMS)
        lay(draft, Item(seat, what, place(draft.game, all_items(draft), what, field)))


def left(draft: Draft, moment: Left) -> None:
    """Who leaves takes nothing along."""
    seat = moment.seat
    gone = of(draft, seat)
    for one in gone:
        give_up(draft, one)
    if gone:
        draft.say("left_items", "who_plays", seat, params={"count": len(gone)})
    people.left(draft, seat)
