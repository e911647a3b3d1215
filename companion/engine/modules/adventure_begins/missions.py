"""The missions: what each asks for, as far as the booklet or the group's box says, and who stands on those that lie there."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

from companion.engine.house.living import room, set_room
from companion.engine.printed.box import Box
from companion.engine.printed.catalogue import card_set, person_abilities
from companion.engine.refusals import Malformed
from companion.engine.rules import goals
from companion.engine.rules.goals import Need
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.state import Game
from companion.engine.values import flag, label, mapping, number, sequence

MODULE, ROOM, FACT = "adventure_begins", "missions", "mission"
ARES = "ares"
MARKERS, MOST_LAID, MOST_REWARD = 4, 17, 9
# What a mission may ask for besides persons.
ITEMS = card_set(MODULE).prints["items"].words
WHATS = ("coins", "crowns", "swords", "expedition", "cheap", "points", ARES, *ITEMS)
# What a card may say at its hourglass.
HOURGLASS = ("asks", "done", "missed", "story", "pay", "nine")
MOMENTS = ("colors", "tax_paid", "bust", "stopped_at")


@dataclass(frozen=True)
class Mission:
    """One printed card. `timed`: now or never; `first` and `crowns`: what the first one gets, and everybody; `hourglass`:
    what its lower half says at Month's End; `known`: somebody has said what it asks for.
    """

    number: str
    need: tuple[Need, ...] = ()
    first_coins: int = 0
    first_crowns: int = 0
    crowns: int = 0
    active_only: bool = False
    timed: bool = False
    hourglass: Mapping[str, Any] | None = None

    @cached_property
    def known(self) -> bool:
        return bool(self.need)

    @cached_property
    def id(self) -> str:
        """Under which name the goal goes."""
        return f"{FACT}.{self.number}"

    @cached_property
    def steps(self) -> int:
        """How often it has to happen, each time with a marker that moves on."""
        return max((need.times for need in self.need), default=1)

    @cached_property
    def moment(self) -> Need | None:
        """What has to happen for it."""
        return next((need for need in self.need if need.what in MOMENTS), None)


class Laid(NamedTuple):
    """A mission on the table: who has completed it, in order, whose marker waits on its first space, and who of those who
    have completed it got nothing yet, as nobody had read its rewards.
    """

    number: str
    done: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    unpaid: tuple[int, ...] = ()


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
        first.get("coins", 0),
        first.get("crowns", 0),
        row.get("crowns", 0),
        row.get("active_only", False),
        row.get("timed", False),
        row.get("hourglass"),
    )


def learned(table: Table | Game, number: str) -> bool:
    """Whether the group has read the whole card, its rewards too: a card may have one of the two kinds alone."""
    game = table if isinstance(table, Game) else table.game
    row = game.box.fact(FACT, number) or {}
    return bool(row.keys() & {"first", "crowns"}) and mission(game, number).known


def laid(table: Table) -> tuple[Laid, ...]:
    """Those that lie there, the newest last."""
    found: tuple[Laid, ...] = room(table, ROOM)
    return found


def lying(table: Table, number: str) -> Laid:
    """That one with its markers; in a ruling any may lie there."""
    return among(laid(table), number)


def among(lying: tuple[Laid, ...], number: str) -> Laid:
    for one in lying:
        if one.number == number:
            return one
    return Laid(number)


def put(draft: Draft, one: Laid) -> None:
    """That mission with other markers, or a new one at the right end."""
    found = laid(draft)
    if any(other.number == one.number for other in found):
        set_room(draft, ROOM, tuple(one if other.number == one.number else other for other in found))
    else:
        set_room(draft, ROOM, (*found, one))


def candidates(table: Table) -> tuple[str, ...]:
    """Those that could be completed: all that lie there, in a ruling all that are known."""
    return _candidates((laid(table), table.game.parts_open_by_themselves))


@lately(512)
def _candidates(of: tuple[tuple[Laid, ...], bool]) -> tuple[str, ...]:
    lying, live = of
    numbers = [one.number for one in lying]
    if not live:
        numbers += [name for name in printed() if name not in numbers]
    return tuple(numbers)


def done_by(table: Table, seat: int) -> int:
    """How many of those that lie there the player has completed."""
    return sum(seat in one.done for one in laid(table))


def waiting_of(table: Table, seat: int) -> int:
    return sum(seat in one.waiting for one in laid(table))


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
        rows = sequence(row["need"], f"{field}.need", goals.MOST_NEEDS)
        found["need"] = [_plain(need) for need in goals.read(rows, f"{field}.need", whats(), ())]
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
    return {key: value for key, value in goals.told(need).items() if (key, value) != ("count", 1)}


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
