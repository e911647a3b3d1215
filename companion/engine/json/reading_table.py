"""JSON in: what the whole table does, counts and sees, beside the entries of its turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeVar, cast

from companion.engine.table.box import MOST
from companion.engine.table.cards import Expedition, Person
from companion.engine.table.editions import read_options
from companion.engine.table.entries import (
    Count,
    Entry,
    HouseRules,
    Join,
    Learn,
    Leave,
    Missing,
    Payment,
    Reshuffle,
)
from companion.engine.table.refusals import Malformed
from companion.engine.table.seats import MOST_SEATS
from companion.engine.table.state import Game

from .box_json import read_learned
from .reading import card_reader, mapping, number, player_name, seat, sequence, word

MOST_OWNED = 60
NOTHING: Mapping[int, Any] = MappingProxyType({})
# What the ledger pays or takes.
PAYMENTS = (
    "trade",
    "trader",
    "compensation",
    "hire",
    "tax_loss",
    "tax_bonus",
    "admiral",
    "jester_bust",
    "jester_empty",
    "expedition",
)
C = TypeVar("C", Person, Expedition)


def read_of_the_table(
    kind: str, body: Mapping[str, Any], game: Game, names: Sequence[str], by: int | None
) -> Entry:
    """`count`, `payment`, `learn`, `missing`, `leave`, `join`, `rules` or `reshuffle`; raises Malformed naming the field."""
    if kind == "count":
        return _count(body, game, names, by)
    if kind == "payment":
        return _payment(body, game, names, by)
    if kind == "learn":
        card = card_reader(game).read(body.get("card"), "entry.card")
        return Learn(card, read_learned(body, card, game.opened), by)
    if kind == "missing":
        card = card_reader(game).read(body.get("card"), "entry.card")
        return Missing(card, number(body.get("count", 1), "entry.count", MOST, 1), by)
    if kind == "leave":
        if by is None:
            raise Malformed("entry.by", "the name or the seat of who leaves")
        return Leave(by)
    if kind == "join":
        return _join(body, game, names, by)
    if kind == "rules":
        options = mapping(body.get("options"), "entry.options")
        if not options:
            raise Malformed("entry.options", "the options that are others from now on")
        return HouseRules(read_options(game.rules.edition, options), by)
    return Reshuffle(by)


def _join(body: Mapping[str, Any], game: Game, names: Sequence[str], by: int | None) -> Join:
    after = seat(body.get("after"), names, "entry.after", MOST_SEATS)
    if after is None:
        raise Malformed("entry.after", "the name or the seat of the player to sit next after")
    coins, own = body.get("coins"), body.get("seat")
    return Join(
        player_name(body.get("name"), "entry.name"),
        after,
        None if coins is None else number(coins, "entry.coins", game.opened.size),
        None if own is None else number(own, "entry.seat", MOST_SEATS - 1),
        by,
    )


def _count(body: Mapping[str, Any], game: Game, names: Sequence[str], by: int | None) -> Count:
    piles = {
        name: None if body.get(name) is None else number(body[name], f"entry.{name}", game.opened.size)
        for name in ("draw_pile", "discard_pile")
    }
    coins = {
        place: number(value, "entry.coins", game.opened.size)
        for place, value in _by_seat(body, "coins", names).items()
    }
    display = _seen(body, "display", game, names, Person)
    expeditions = _seen(body, "expeditions", game, names, Expedition)
    if not (coins or display or expeditions) and all(value is None for value in piles.values()):
        raise Malformed(
            "entry", "draw_pile, discard_pile, coins, display or expeditions as the table has them"
        )
    # A log has thousands of them, and in most there is but one figure.
    return Count(
        piles["draw_pile"],
        piles["discard_pile"],
        coins or NOTHING,
        by,
        display or NOTHING,
        expeditions or NOTHING,
    )


def _by_seat(body: Mapping[str, Any], name: str, names: Sequence[str]) -> dict[int, object]:
    """What is said of some players, by seat or name."""
    field = f"entry.{name}"
    found: dict[int, object] = {}
    for key, value in mapping(body.get(name) or {}, field).items():
        place = seat(
            int(key) if str(key).isdecimal() and len(str(key)) < 3 else key, names, field, MOST_SEATS
        )
        if place is not None:
            found[place] = value
    return found


def _seen(
    body: Mapping[str, Any], name: str, game: Game, names: Sequence[str], kind: type[C]
) -> dict[int, tuple[C, ...]]:
    """The cards that lie before some players."""
    reader, field = card_reader(game), f"entry.{name}"
    found = {}
    for place, cards in _by_seat(body, name, names).items():
        read = tuple(reader.read(card, field) for card in sequence(cards, field, MOST_OWNED))
        if not all(isinstance(card, kind) for card in read):
            raise Malformed(field, f"cards of the kind {kind.__name__.lower()}")
        found[place] = cast("tuple[C, ...]", read)
    return found


def _payment(body: Mapping[str, Any], game: Game, names: Sequence[str], by: int | None) -> Payment:
    why = word(body.get("why"), "entry.why", PAYMENTS)
    coins = number(body.get("coins"), "entry.coins", game.opened.size, -game.opened.size)
    times = number(body.get("times"), "entry.times", 2)
    other = seat(body.get("other"), names, "entry.other", MOST_SEATS)
    if by is None or other == by:
        raise Malformed("entry.by", "the player of the payment, and as other another one")
    if coins == 0 or times == 1:
        raise Malformed("entry.times", "0 where nothing was paid, 2 where it was paid twice")
    return Payment(why, coins, times, by, other)
