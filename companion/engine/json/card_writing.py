"""Cards out, by what is printed on them."""

from __future__ import annotations

from functools import cache
from typing import Any

from companion.engine.table import catalogue
from companion.engine.table.cards import Card, Expedition, Person, Ship

Json = dict[str, Any]


def card(found: Card) -> Json:
    """A card by its numbers; of a printed one the same dictionary every time, not to be changed."""
    if found.id is None or found.id not in catalogue.printed_cards():
        return _numbers(found) if found.id is None else {"id": found.id, **_numbers(found)}
    return _printed(found.id)


@cache
def _printed(name: str) -> Json:
    # By its id, as cards are equal by their numbers alone; and none but those in the box, so that nothing stays here
    # of what a request says.
    return {"id": name, **_numbers(catalogue.printed_cards()[name])}


def _numbers(found: Card) -> Json:
    data: Json = {"kind": found.kind}
    if isinstance(found, Ship):
        data["color"] = found.color
        data.update({"skull": True} if found.swords is None else {"swords": found.swords})
        data["coins"] = found.coins
    elif isinstance(found, Person):
        data.update(type=found.type, cost=found.cost, vp=found.vp)
        if found.swords:
            data["swords"] = found.swords
        if found.color:
            data["color"] = found.color
    elif isinstance(found, Expedition):
        data.update(need=list(found.need), coins=found.coins, vp=found.vp)
    else:
        data.update(bonus=found.bonus, threshold=found.threshold, bonus_coins=found.bonus_coins)
        if found.down_to is not None:
            data["down_to"] = found.down_to
    return data
