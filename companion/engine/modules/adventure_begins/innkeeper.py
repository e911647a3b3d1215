"""The Innkeeper: a crown at the start of a full part, and a buyer for bread or rum (C101)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from companion.engine.entering.entries import Key, key
from companion.engine.entering.templates import Ask, Template
from companion.engine.following.moments import PartOpened
from companion.engine.printed.cards import Person
from companion.engine.refusals import MISSING, Malformed, Reason
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import GAME_OVER, TRADE_HIRE, State

from . import items, learning, people
from .learning import MOST_PRICE, SALE
from .used import change, used

INNKEEPER, RULE, GUESTS = "innkeeper", "innkeeper", 4
SOLD = ("bread", "rum")


@dataclass(frozen=True, slots=True)
class SellItem:
    """Bread or rum is sold, for the price on the Innkeeper."""

    item: str = field(metadata=key(Key("word", "With sell_item: what is sold.", choices=SOLD)))
    coins: int | None = field(
        default=None,
        metadata=key(Key("number", "With sell_item: the price, where nobody knows it.", most=MOST_PRICE)),
    )
    by: int | None = None
    type: ClassVar[str] = "sell_item"


def hosts(table: Table, seat: int) -> list[Person]:
    return [who for who in table.players[seat].display if who.type == INNKEEPER]


def part_opened(draft: Draft, moment: PartOpened) -> None:
    """A crown for each with four cards or more; one hired later gives none."""
    count = len(hosts(draft, moment.seat))
    if not count:
        return
    if moment.lying >= GUESTS:
        people.add_crowns(draft, moment.seat, count, INNKEEPER)
    else:
        draft.because("NO_EFFECT")


def price_of(table: Table, host: Person) -> int | None:
    told = table.game.box.fact(SALE, str(host.id))
    return None if told is None else int(told["coins"])


def buyer(table: Table, seat: int) -> Person | None:
    """The Innkeeper who has not bought yet in this part; of several the one who pays most."""
    left = hosts(table, seat)
    for owner, name in used(table).sold:
        gone = next((who for who in left if owner == seat and who.id == name), None)
        if gone is not None:
            left.remove(gone)
    return max(left, key=lambda who: price_of(table, who) or 0, default=None)


def reason(table: Table, seat: int, item: str) -> Reason | None:
    """In the own part only (C101, C141)."""
    if table.phase == GAME_OVER:
        return Reason("GAME_OVER", "last_round")
    if not any(one.what == item for one in items.of(table, seat)):
        return Reason("NO_EFFECT", "items", {"item": item})
    if not hosts(table, seat):
        return Reason("NO_EFFECT", RULE)
    if table.phase != TRADE_HIRE or seat != table.acting:
        return Reason("NOT_YOUR_TURN", "others_turn", {"seat": table.acting}, overridable=True)
    return Reason("NO_EFFECT", RULE, overridable=False) if buyer(table, seat) is None else None


def sell(draft: Draft, entry: SellItem, by: int) -> None:
    draft.contest(reason(draft, by, entry.item))
    host = buyer(draft, by)
    if host is None:
        draft.refuse("NO_EFFECT", RULE)
    price = price_of(draft, host) if entry.coins is None else entry.coins
    if price is None:
        raise Malformed("entry.coins", "printed", MISSING)
    if host.id is not None:
        learning.note(draft, SALE, host.id, {"coins": price})
    one = next(one for one in items.of(draft, by) if one.what == entry.item)
    items.give_up(draft, one)
    change(draft, sold=(*used(draft).sold, (by, host.id)))
    figures = {"item": entry.item, "card": one.card}
    if not draft.earn(by, price, "sale", RULE, figures):
        draft.say("sale", RULE, by, params=figures)


def templates(state: State) -> Iterator[Template]:
    seat = state.acting
    for item in SOLD if state.phase == TRADE_HIRE else ():
        if reason(state, seat, item) is None:
            host = buyer(state, seat)
            price = None if host is None else price_of(state, host)
            asked = () if price is not None else (Ask("coins", "number", most=MOST_PRICE),)
            figures = {} if price is None else {"coins": price}
            yield Template(SellItem.type, seat, None, {"item": item}, figures=figures, asks=asked)
