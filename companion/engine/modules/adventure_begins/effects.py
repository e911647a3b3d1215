"""What a card does that holds for a turn: one vocabulary, as data, for cards whose texts nobody outside the box knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from typing import Any

from companion.engine.house.living import swords_of
from companion.engine.refusals import MISSING, Malformed
from companion.engine.table.draft import Table
from companion.engine.table.seats import around
from companion.engine.values import mapping, number, sequence, word

NOW, DISCOVER, TRADE_HIRE = WHENS = ("now", "discover", "trade_hire")
WHOS = ("all", "active", "others", "fewest_vp", "most_vp", "most_swords")
BY_HAND = "by_hand"
WHATS: Mapping[str, tuple[str, ...]] = {
    NOW: ("coins", "crowns", BY_HAND),
    DISCOVER: ("swords", "no_repel", BY_HAND),
    TRADE_HIRE: ("takes", "price", "trade", BY_HAND),
}
MOST, MOST_EFFECTS = 9, 4
KEYS = {"when", "what", "count", "who", "color"}


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that happens or holds: `who` it is for, of which `color` the ships are."""

    when: str
    what: str
    count: int = 0
    who: str = "all"
    color: str | None = None


def read(rows: object, field: str, colors: Iterable[str]) -> tuple[Effect, ...]:
    """Effects as somebody reads them off a card; raises Malformed."""
    found = [
        _effect(mapping(row, field), field, tuple(colors)) for row in sequence(rows, field, MOST_EFFECTS)
    ]
    if not found:
        raise Malformed(field, "printed", MISSING)
    return tuple(found)


def _effect(row: Mapping[str, Any], field: str, colors: tuple[str, ...]) -> Effect:
    if not row.keys() <= KEYS:
        raise Malformed(field, "only_keys", choices=sorted(KEYS))
    when = word(row.get("when", NOW), f"{field}.when", WHENS)
    color = row.get("color")
    return Effect(
        when,
        word(row.get("what"), f"{field}.what", WHATS[when]),
        number(row.get("count", 0), f"{field}.count", MOST, -MOST),
        word(row.get("who", "active" if when == DISCOVER else "all"), f"{field}.who", WHOS),
        None if color is None else word(color, f"{field}.color", colors),
    )


def told(effects: Iterable[Effect]) -> list[dict[str, Any]]:
    """Effects as the view has them."""
    return [_told(one) for one in effects]


def _told(one: Effect) -> dict[str, Any]:
    found: dict[str, Any] = {"when": one.when, "what": one.what, "count": one.count, "who": one.who}
    return found if one.color is None else {**found, "color": one.color}


def id_of(effects: Iterable[Effect]) -> str:
    """An id that says what the card does."""
    return "+".join(".".join(str(part) for part in astuple(one) if part is not None) for one in effects)


def seats_of(table: Table, who: str) -> tuple[int, ...]:
    """Whom an effect is for, from the active player on; all who are tied."""
    seats = around(table, table.active)
    if who == "active":
        return (table.active,)
    if who == "others":
        return tuple(seat for seat in seats if seat != table.active)
    if who == "all":
        return seats
    figures = {
        seat: swords_of(table, seat) if who == "most_swords" else table.players[seat].vp for seat in seats
    }
    best = min(figures.values()) if who == "fewest_vp" else max(figures.values())
    return tuple(seat for seat in seats if figures[seat] == best)
