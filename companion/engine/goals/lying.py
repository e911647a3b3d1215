"""The goals that lie on the table, and the markers on them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, NamedTuple

from companion.engine.house.living import room, set_room
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately

from .need import Need

# What happens in a moment, and is completed then; two of them as cards lie in the harbor.
MOMENTS = ("colors", "tax_paid", "bust", "stopped_at")
HARBOR = "harbor"


@dataclass(frozen=True)
class Goal:
    """One printed card. `name`: as entries say it; `timed`: now or never. Of its kind: needs that come with entries of others
    (`APART`), those for which a marker moves on each time (`STEPWISE`), and the rules that explain what is lacking.
    """

    name: str
    need: tuple[Need, ...] = ()
    active_only: bool = False
    timed: bool = False

    APART: ClassVar[tuple[str, ...]] = ()
    STEPWISE: ClassVar[tuple[str, ...]] = ()
    RULE: ClassVar[str]
    RULES: ClassVar[Mapping[str, str]]

    @cached_property
    def id(self) -> str:
        """As the view has it."""
        return self.name

    @cached_property
    def moment(self) -> Need | None:
        """What has to happen for it."""
        return next((need for need in self.need if need.what in (*MOMENTS, *self.APART)), None)

    @cached_property
    def what(self) -> str | None:
        return None if self.moment is None else self.moment.what

    @cached_property
    def steps(self) -> int:
        """How often it has to happen, each time with a marker that moves on."""
        return max([need.times for need in self.need], default=1)

    @cached_property
    def stepwise(self) -> bool:
        return self.what in self.STEPWISE

    @cached_property
    def by_hand(self) -> bool:
        """Somebody knows what it asks for, and says when it is there."""
        return bool(self.need) and self.what not in self.APART

    @cached_property
    def rule(self) -> str:
        return next((self.RULES[need.what] for need in self.need if need.what in self.RULES), self.RULE)


class Laid(NamedTuple):
    """A goal on the table: who has completed it, in order, and whose marker waits at which step. `unpaid`: who has completed
    it and got nothing yet; `met`: a ruling takes what it asks for as given.
    """

    goal: Goal
    done: tuple[int, ...] = ()
    waiting: tuple[tuple[int, int], ...] = ()
    unpaid: tuple[int, ...] = ()
    met: bool = False

    @property
    def id(self) -> str:
        return self.goal.id

    @property
    def name(self) -> str:
        return self.goal.name

    def at(self, seat: int) -> int:
        """At which step the player's marker waits; 0 where there is none."""
        for owner, step in self.waiting:
            if owner == seat:
                return step
        return 0

    def moved(self, seat: int, to: int) -> Laid:
        """With the player's marker at that step: with the last one it is done, 0 is nowhere."""
        done = tuple(other for other in self.done if other != seat)
        waiting = tuple(pair for pair in self.waiting if pair[0] != seat)
        if to >= self.goal.steps:
            done = (*done, seat)
        elif to:
            waiting = (*waiting, (seat, to))
        unpaid = tuple(other for other in self.unpaid if other != seat)
        return self._replace(done=done, waiting=waiting, unpaid=unpaid)


class Lying(NamedTuple):
    """Those that lie there, from the left; `elsewhere`: how many a player has completed that a situation does not name."""

    laid: tuple[Laid, ...] = ()
    elsewhere: tuple[int, ...] = ()


def lying(table: Table, where: str) -> Lying:
    found: Lying = room(table, where)
    return found


def put(draft: Draft, where: str, one: Laid) -> None:
    """That goal with other markers, or a new one at the right end."""
    was = lying(draft, where)
    names = [other.name for other in was.laid]
    at = names.index(one.name) if one.name in names else len(names)
    set_room(draft, where, was._replace(laid=(*was.laid[:at], one, *was.laid[at + 1 :])))


@lately(512)
def by_moment(of: tuple[tuple[Laid, ...]]) -> Mapping[str | None, list[Laid]]:
    """Those of each moment, under None those of none, and all together that HARBOR makes."""
    found: dict[str | None, list[Laid]] = {}
    for one in of[0]:
        found.setdefault(one.goal.what, []).append(one)
        if one.goal.what in ("colors", "stopped_at"):
            found.setdefault(HARBOR, []).append(one)
    return found


class Markers(NamedTuple):
    """Where a player's markers are: `done` on goals completed, of which a situation only counts those `apart`; `gone` there
    or otherwise; `waiting` on a step of others; `free` in his hand.
    """

    done: int
    apart: int
    gone: int
    waiting: int
    free: int


@lately(512)
def markers_on(of: tuple[Lying, int, int, int]) -> Markers:
    """Those of a player who has so many in all, and has spent some otherwise."""
    (laid, elsewhere), seat, most, spent = of
    apart = elsewhere[seat] if seat < len(elsewhere) else 0
    done = apart + sum([seat in one.done for one in laid])
    waiting, gone = sum([one.at(seat) > 0 for one in laid]), min(most, done + spent)
    return Markers(done, apart, gone, waiting, max(0, most - gone - waiting))
