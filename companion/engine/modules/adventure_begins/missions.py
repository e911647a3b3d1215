"""The missions: what each asks for, as far as the booklet or the group's box says, and who stands on those that lie there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, ClassVar, cast

from companion.engine.goals.lying import MOMENTS, Goal, Laid, lying, put
from companion.engine.goals.need import MOST_NEEDS, Need, read, told
from companion.engine.printed.box import Box
from companion.engine.printed.catalogue import card_set, person_abilities
from companion.engine.refusals import Malformed
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.state import Game
from companion.engine.values import flag, label, mapping, number, sequence

MODULE, ROOM, FACT, ENTRY = "adventure_begins", "missions", "mission", "complete_mission"
ARES = "ares"
MARKERS, MOST_REWARD = 4, 9
# What a mission may ask for besides persons.
ITEMS = card_set(MODULE).prints["items"].words
WHATS = ("coins", "crowns", "swords", "expedition", "cheap", "points", ARES, *ITEMS)
# What a card may say at its hourglass.
HOURGLASS = ("asks", "done", "missed", "story", "pay", "nine")


STOPS = {4: "mission_fourth_card", 1: "mission_first_card"}


@dataclass(frozen=True)
class Mission(Goal):
    """One printed card, by its number. `first` and `crowns`: what the first one gets, and everybody; `hourglass`: what its
    lower half says at Month's End.
    """

    first_coins: int = 0
    first_crowns: int = 0
    crowns: int = 0
    hourglass: Mapping[str, Any] | None = None

    RULE = "missions"
    RULES: ClassVar[Mapping[str, str]] = {
        "tax_paid": "mission_tax",
        "colors": "mission_colors",
        "cheap": "mission_cheap",
    }

    @cached_property
    def known(self) -> bool:
        """Somebody has said what it asks for."""
        return bool(self.need)

    @cached_property
    def id(self) -> str:
        return f"{FACT}.{self.name}"

    @cached_property
    def rule(self) -> str:
        if self.moment is not None and self.moment.what == "stopped_at":
            return STOPS.get(self.moment.count, self.RULE)
        return super().rule


@cache
def data() -> Any:
    return json.loads(resources.files(__package__).joinpath("adventure.json").read_text("utf-8"))


@cache
def printed() -> Mapping[str, Mapping[str, Any]]:
    """What the booklet says of missions, by their numbers."""
    return {row["number"]: row for row in data()["missions"]}


def mission(table: Table | Game, number: str) -> Mission:
    """A mission as it is known now."""
    return in_box(((table if isinstance(table, Game) else table.game).box, number))


@lately(512)
def in_box(of: tuple[Box, str]) -> Mission:
    box, number = of
    row = {**printed().get(number, {}), **(box.fact(FACT, number) or {})}
    first = row.get("first", {})
    return Mission(
        number,
        tuple(Need(**need) for need in row.get("need", ())),
        row.get("active_only", False),
        row.get("timed", False),
        first.get("coins", 0),
        first.get("crowns", 0),
        row.get("crowns", 0),
        row.get("hourglass"),
    )


@lately(512)
def shown(of: tuple[Mission]) -> Mapping[str, Any]:
    """What the card says, as far as anybody knows."""
    (one,) = of
    first = (("coins", one.first_coins), ("crowns", one.first_crowns))
    return {
        "id": one.id,
        "kind": FACT,
        "number": one.name,
        "name": FACT,
        "need": [told(it) for it in one.need],
        "known": one.known,
        "rewards": {
            "first": {key: count for key, count in first if count},
            "all": {"crowns": one.crowns} if one.crowns else {},
        },
        "later": not one.timed,
        "entry": ENTRY,
    }


def reward(one: Mission, first: bool) -> tuple[int, int]:
    """Coins and crowns: the first gets the small reward, each the crowns below the board (C106)."""
    return one.first_coins * first, one.crowns + one.first_crowns * first


def learned(table: Table | Game, number: str) -> bool:
    """Whether the group has read the whole card, its rewards too: a card may have one of the two kinds alone."""
    game = table if isinstance(table, Game) else table.game
    row = game.box.fact(FACT, number) or {}
    return bool(row.keys() & {"first", "crowns"}) and mission(game, number).known


def read_again(draft: Draft, number: str) -> None:
    """Somebody has read more of a mission that may lie there."""
    for one in laid(draft):
        if one.name == number:
            put(draft, ROOM, one._replace(goal=mission(draft, number)))


def laid(table: Table) -> tuple[Laid, ...]:
    """Those that lie there, the newest last."""
    return lying(table, ROOM).laid


def card(one: Laid) -> Mission:
    return cast("Mission", one.goal)


def lay(draft: Draft, number: str) -> None:
    put(draft, ROOM, Laid(mission(draft, number)))


def done(table: Table, number: str) -> bool:
    """Whether at least one player has completed that mission."""
    return any(one.done for one in laid(table) if one.name == number)


@lately(512)
def besides(of: tuple[tuple[Laid, ...], Box]) -> tuple[Laid, ...]:
    """In a ruling all that are known may lie there."""
    found, box = of
    numbers = [one.name for one in found]
    return (*found, *[Laid(in_box((box, name))) for name in printed() if name not in numbers])


# Reading a card


def whats() -> tuple[str, ...]:
    return (*WHATS, *MOMENTS, *person_abilities())


def read_fact(name: str, value: object) -> Mapping[str, Any]:
    """What a group has entered from a mission card, checked; raises Malformed."""
    row, field = mapping(value, "mission"), f"mission.{name[:8]}"
    label(name, field)
    known = {"need", "first", "crowns", "active_only", "timed", "hourglass", "star"}
    if not row.keys() <= known:
        raise Malformed(field, "only_keys", choices=sorted(known))
    found: dict[str, Any] = {}
    if row.get("need") is not None:
        rows = sequence(row["need"], f"{field}.need", MOST_NEEDS)
        found["need"] = [_plain(need) for need in read(rows, f"{field}.need", whats(), ())]
    if row.get("first") is not None:
        first = mapping(row["first"], f"{field}.first")
        found["first"] = {
            key: number(first[key], f"{field}.first.{key}", MOST_REWARD)
            for key in ("coins", "crowns")
            if first.get(key)
        }
    if row.get("crowns") is not None:
        found["crowns"] = number(row["crowns"], f"{field}.crowns", MOST_REWARD)
    for key in ("active_only", "timed", "star"):
        if row.get(key) is not None:
            found[key] = flag(row[key], f"{field}.{key}")
    if row.get("hourglass") is not None:
        found["hourglass"] = read_hourglass(row["hourglass"], f"{field}.hourglass")
    return found


def _plain(need: Need) -> dict[str, Any]:
    # Without what means nothing, so that the same card is the same text.
    return {key: value for key, value in told(need).items() if (key, value) != ("count", 1)}


def read_hourglass(value: object, field: str) -> Mapping[str, Any]:
    """What follows at Month's End: a mission asked about with both answers, a story card in any case, who may pay,
    card 9; raises Malformed.
    """
    row = mapping(value, field)
    if not row.keys() <= set(HOURGLASS):
        raise Malformed(field, "only_keys", choices=HOURGLASS)
    found: dict[str, Any] = {
        key: label(row[key], f"{field}.{key}")
        for key in ("asks", "done", "missed", "story")
        if row.get(key) is not None
    }
    if ("asks" in found) != ("done" in found or "missed" in found):
        raise Malformed(f"{field}.asks", "asks_and_answers")
    for key in ("pay", "nine"):
        if flag(row.get(key) or False, f"{field}.{key}"):
            found[key] = True
    return found
