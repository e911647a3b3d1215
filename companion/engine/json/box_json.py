"""A group's box in and out: read from a setup with every value checked, told with a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.engine.house.building import DOORS
from companion.engine.printed import catalogue
from companion.engine.printed.box import MOST, MOST_FACTS, Box, Own, impossible, most_rows, named, own_card
from companion.engine.printed.catalogue import Deck, printed_id
from companion.engine.refusals import UNKNOWN, Malformed
from companion.engine.values import mapping, number, plain, sequence

from .card_reading import CardReader
from .card_writing import card as told_card

if TYPE_CHECKING:
    from . import shapes

KEYS = ("own", "missing", "facts")


def read_box(data: object) -> Box:
    """The box of a setup, whichever modules it is for; raises Malformed naming the field."""
    body = mapping(data, "box")
    for key in body:
        if key not in KEYS:
            raise Malformed(f"box.{str(key)[:40]}", "one_of", UNKNOWN, choices=KEYS)
    rows = sequence(body.get("own", []), "box.own", most_rows())
    own = tuple(_row(row, f"box.own[{at}]") for at, row in enumerate(rows))
    for at, row in enumerate(own):
        if any((row.card, row.instead_of) == (one.card, one.instead_of) for one in own[:at]):
            raise Malformed(f"box.own[{at}].card", "each_once")
    found = mapping(body.get("missing", {}), "box.missing")
    missing = {
        printed_id(name, f"box.missing.{str(name)[:40]}"): number(count, f"box.missing.{name}", MOST, 1)
        for name, count in found.items()
    }
    box = Box(own, missing, read_facts(body.get("facts") or {}))
    if box.cards > MOST:
        raise Malformed("box.own", "at_most", most=MOST)
    there = {str(kind.card.id): kind.count for kind in _everything().kinds}
    for row in own:
        if row.card.id in there:
            there[row.card.id] += row.count
    for name, count in box.fewer.items():
        if count > there[name]:
            field = f"box.missing.{name}" if name in missing else "box.own"
            raise Malformed(field, "at_most_of", most=there[name], name=name)
    if sum(box.missing.values()) > MOST:
        raise Malformed("box.missing", "at_most", most=MOST)
    return box


def read_facts(data: object) -> dict[str, Mapping[str, Any]]:
    """What was entered from cards that are in no deck, each kind as its module has it; raises Malformed."""
    readers = {what: read for door in DOORS.values() for what, read in door.facts.items()}
    found: dict[str, Mapping[str, Any]] = {}
    for what, rows in mapping(data, "box.facts").items():
        field = f"box.facts.{str(what)[:40]}"
        if what not in readers:
            raise Malformed(field, "one_of", UNKNOWN, choices=tuple(readers))
        told = mapping(rows, field)
        if len(told) > MOST_FACTS:
            raise Malformed(field, "at_most", most=MOST_FACTS)
        found[what] = {str(name): readers[what](str(name), plain(row, field)) for name, row in told.items()}
    return found


def _everything() -> Deck:
    return catalogue.whole_deck()


def _row(data: object, field: str) -> Own:
    row = mapping(data, field)
    card = named(CardReader(_everything()).read(row.get("card"), f"{field}.card"))
    wrong = impossible(card)
    if wrong is not None:
        raise wrong.within(f"{field}.card")
    instead_of = row.get("instead_of")
    if instead_of is not None:
        instead_of = printed_id(instead_of, f"{field}.instead_of")
        if instead_of == card.id:
            raise Malformed(f"{field}.instead_of", "other_card")
    return Own(card, number(row.get("count", 1), f"{field}.count", MOST, 1), instead_of)


def card_id(name: object, field: str) -> str:
    """The id of a card of the catalogue, or of one of a group's own; raises Malformed."""
    if isinstance(name, str) and own_card(name) is not None:
        return name
    return printed_id(name, field)


def holds(deck: Deck) -> dict[str, int]:
    """How many there are of each card of which the box has more or fewer than the catalogue says."""
    plain = catalogue.deck(deck.modules)
    counts = {str(kind.card.id): kind.count for kind in plain.kinds}
    return {
        str(kind.card.id): kind.count for kind in deck.kinds if kind.count != counts.get(str(kind.card.id))
    }


def own_box(found: Box) -> shapes.OwnBox:
    """A group's box in the form in which a setup has it."""
    told: shapes.OwnBox = {"own": [_own_card(row) for row in found.own], "missing": dict(found.missing)}
    if found.facts:
        told["facts"] = {what: dict(rows) for what, rows in found.facts.items()}
    return told


def table_box(found: Box, deck: Deck) -> shapes.Box:
    """The same with what it makes of a table's deck."""
    return {**own_box(found), "holds": holds(deck)}


def _own_card(row: Own) -> shapes.OwnCard:
    told: shapes.OwnCard = {"card": told_card(row.card), "count": row.count}
    if row.instead_of is not None:
        told["instead_of"] = row.instead_of
    return told
