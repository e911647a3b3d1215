"""Cards out, by what is printed on them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, cast

from companion.engine.printed import catalogue
from companion.engine.printed.cards import Card, Expedition, HarborCard, Person, Ship, Unknown

if TYPE_CHECKING:
    from . import shapes


def card(found: Card) -> shapes.Card:
    """A card by its numbers; of a printed one the same dictionary every time, not to be changed."""
    if found.id is None:
        return _numbers(found)
    if found.id in catalogue.printed_cards() and not getattr(found, "unread", False):
        return _printed(found.id)
    return _known(found.id, _numbers(found))


# The same of those kinds: each is written as one of its kind.
harbor_card = cast("Callable[[HarborCard], shapes.HarborCard]", card)
person = cast("Callable[[Person], shapes.Person]", card)
expedition = cast("Callable[[Expedition], shapes.Expedition]", card)


@cache
def _printed(name: str) -> shapes.Card:
    # By its id, as cards are equal by their numbers alone; and none but those in the box, so that nothing stays here
    # of what a request says.
    return _known(name, _numbers(catalogue.printed_cards()[name]))


def _known(name: str, told: shapes.Card) -> shapes.Card:
    return cast("shapes.Card", {"id": name, **told})


def _besides(found: Ship | Unknown) -> dict[str, object]:
    """What only some sets print, under keys of their own."""
    return {key: list(said) if isinstance(said, tuple) else said for key, said in found.prints}


def _numbers(found: Card) -> shapes.Card:
    if isinstance(found, Ship):
        ship: shapes.Ship
        if found.unread:
            return {"kind": "ship", "color": found.color, "coins": 0, "unread": True}
        if found.swords is None:
            ship = {"kind": "ship", "color": found.color, "skull": True, "coins": found.coins}
        else:
            ship = {"kind": "ship", "color": found.color, "swords": found.swords, "coins": found.coins}
        return cast("shapes.Ship", {**ship, **_besides(found)})
    if isinstance(found, Person):
        # Only a ruling's situation may leave them out of a card that is read.
        cost, vp = (0, 0) if found.unread else (cast(int, found.cost), cast(int, found.vp))
        told: shapes.Person = {"kind": "person", "type": found.type, "cost": cost, "vp": vp}
        if found.unread:
            told["unread"] = True
        if found.swords:
            told["swords"] = found.swords
        if found.color:
            told["color"] = found.color
        return told
    if isinstance(found, Expedition):
        return {"kind": "expedition", "need": list(found.need), "coins": found.coins, "vp": found.vp}
    if isinstance(found, Unknown):
        # None lies on a table: only the catalogue tells of them.
        told_of: dict[str, object] = {
            "kind": "unknown",
            "of": found.of,
            "type": found.type,
            "color": found.color,
        }
        told_of |= {**_besides(found), "known": dict(found.known) or None, "asks": list(found.asks)}
        return cast("shapes.Card", {key: value for key, value in told_of.items() if value is not None})
    tax: shapes.Tax = {
        "kind": "tax",
        "bonus": found.bonus,
        "threshold": found.threshold,
        "bonus_coins": found.bonus_coins,
    }
    if found.down_to is not None:
        tax["down_to"] = found.down_to
    return tax
