"""What goals on the table ask for: one vocabulary for all of them, as data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.engine.refusals import Malformed
from companion.engine.table.state import Player
from companion.engine.values import flag, mapping, number, word

MOST_COUNT, MOST_NEEDS = 40, 8

KEYS = ("what", "count", "color", "max_cost", "times", "give")


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that a goal asks for: so many (`count`) of it, so often (`times`); `give`: it is given up."""

    what: str
    count: int = 1
    color: str | None = None
    max_cost: int | None = None
    times: int = 1
    give: bool = False


def read(rows: Iterable[object], field: str, known: Iterable[str], colors: Iterable[str]) -> tuple[Need, ...]:
    """Needs as somebody reads them off a card; raises Malformed."""
    return tuple(_need(mapping(row, field), field, tuple(known), tuple(colors)) for row in rows)


def _need(row: Mapping[str, Any], field: str, known: tuple[str, ...], colors: tuple[str, ...]) -> Need:
    if not row.keys() <= set(KEYS):
        raise Malformed(field, "only_keys", choices=KEYS)
    color, cost = row.get("color"), row.get("max_cost")
    return Need(
        word(row.get("what"), f"{field}.what", known),
        number(row.get("count", 1), f"{field}.count", MOST_COUNT, 1),
        None if color is None else word(color, f"{field}.color", colors),
        None if cost is None else number(cost, f"{field}.max_cost", MOST_COUNT),
        number(row.get("times", 1), f"{field}.times", 3, 1),
        flag(row.get("give", False), f"{field}.give"),
    )


def told(need: Need) -> dict[str, Any]:
    """A need as the view has it: without what means nothing."""
    said = {key: getattr(need, key) for key in KEYS}
    plain = {"color": None, "max_cost": None, "times": 1, "give": False}
    return {key: value for key, value in said.items() if key not in plain or value is not plain[key]}


def held(player: Player, need: Need) -> int:
    """How many of it lie before the player: what needs no moment. Persons by their type (C75, C99)."""
    match need.what:
        case "swords":
            return player.swords
        case "expedition":
            return player.expedition_count
        case "cheap":
            most = need.max_cost or 0
            return sum(person.cost is not None and person.cost <= most for person in player.display)
        case "points":
            return player.vp
        case "coins":
            return player.coins
    return [person.type for person in player.display].count(need.what)
