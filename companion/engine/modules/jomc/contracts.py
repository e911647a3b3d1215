"""The contracts: what each asks for, who stands where on those that lie there, and what they are worth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import resources
from typing import Any, NamedTuple

from companion.engine.house.brought import Figure
from companion.engine.house.living import room, set_room
from companion.engine.printed.manifests import way_of
from companion.engine.rules.goals import Need as Need
from companion.engine.table.draft import Draft, Table
from companion.engine.table.lately import lately
from companion.engine.table.seats import plays
from companion.engine.table.state import Game

MODULE, ROOM = "jomc", "contracts"
MARKERS = 3
# Points in all for so many completed contracts (C73).
POINTS = (0, 0, 1, 3)
PLACES, MOST_LAID = 5, 17


class Seal(NamedTuple):
    """What the seal in the corner makes of the Time deck."""

    n: int = 0
    letter: str | None = None


class Contract(NamedTuple):
    """One printed card. `timed`: now or never; `white`: in the game together only, and its numbers are not known."""

    id: str
    need: tuple[Need, ...]
    spaces: tuple[int, ...] = ()
    seal: Seal = Seal()
    timed: bool = False
    active_only: bool = False
    white: bool = False

    @property
    def steps(self) -> int:
        """How often something has to happen, each time with a marker that moves on."""
        need = self.need[0]
        return need.count if need.what == "declined" else need.times

    @property
    def cost(self) -> int:
        """What is given up for it."""
        return sum([need.count for need in self.need if need.give])


class Laid(NamedTuple):
    """A contract on the table: who has completed it, in order, and whose marker waits at which step. `met`: a ruling takes
    what it asks for as given.
    """

    contract: Contract
    done: tuple[int, ...] = ()
    waiting: tuple[tuple[int, int], ...] = ()
    met: bool = False

    @property
    def id(self) -> str:
        return self.contract.id

    @property
    def seal(self) -> Seal:
        return self.contract.seal

    def at(self, seat: int) -> int:
        """At which step the player's marker waits; 0 where there is none."""
        for owner, step in self.waiting:
            if owner == seat:
                return step
        return 0


class Contracts(NamedTuple):
    """Those that lie there, from the left; `elsewhere`: how many a player has completed that a ruling does not name."""

    laid: tuple[Laid, ...] = ()
    elsewhere: tuple[int, ...] = ()


def contract(row: Mapping[str, Any]) -> Contract:
    seal = row.get("seal", {})
    return Contract(
        row["id"],
        tuple(Need(**need) for need in row["need"]),
        tuple(row.get("spaces", ())),
        Seal(seal.get("n", 0), seal.get("letter")),
        row.get("timed", False),
        row.get("active_only", False),
        row.get("white", False),
    )


@cache
def printed() -> Mapping[str, Contract]:
    """All contracts of the box by their ids."""
    return {row["id"]: contract(row) for row in _data()["contracts"]}


@cache
def _data() -> Any:
    return json.loads(resources.files(__package__).joinpath("contracts.json").read_text("utf-8"))


def together(game: Game) -> bool:
    """Whether all play against the time, and not each for himself."""
    return _together(game.setup.modules)


@lru_cache(maxsize=256)
def _together(modules: tuple[str, ...]) -> bool:
    return way_of(modules) != "competitive"


def pool(game: Game) -> list[Contract]:
    """Those that are shuffled: the white ones only where all play together."""
    return [one for one in printed().values() if together(game) or not one.white]


def count_of(game: Game) -> int:
    """How many lie on the table."""
    players = len(game.setup.players)
    return turned_up(players) if together(game) else int(_data()["face_up"]["competitive"])


def turned_up(players: int) -> int:
    """How many lie there where so many players play together."""
    return int(_data()["face_up"]["together"][str(players)])


# What lies there


def state(table: Table) -> Contracts:
    found: Contracts = room(table, ROOM)
    return found


def laid(table: Table) -> tuple[Laid, ...]:
    return state(table).laid


def open_ones(table: Table) -> list[Laid]:
    """Those that nobody has completed yet."""
    return [one for one in laid(table) if not one.done]


def change(draft: Draft, index: int, one: Laid) -> None:
    now = state(draft)
    set_room(draft, ROOM, now._replace(laid=(*now.laid[:index], one, *now.laid[index + 1 :])))


def find(table: Table, what: str, color: str | None = None) -> list[int]:
    """Where the contracts lie that ask for that."""
    return [
        index
        for index, one in enumerate(laid(table))
        if one.contract.need[0].what == what and one.contract.need[0].color == color
    ]


# Markers and points


class Markers(NamedTuple):
    """Where a player's markers are: `done` on contracts completed, of which a ruling only counts those `apart`; `waiting`
    on a step of others; `free` in his hand.
    """

    done: int
    apart: int
    waiting: int
    free: int


def markers(table: Table, seat: int) -> Markers:
    return markers_on((state(table), seat))


@lately(512)
def markers_on(of: tuple[Contracts, int]) -> Markers:
    (lying, elsewhere), seat = of
    apart = elsewhere[seat] if seat < len(elsewhere) else 0
    done = apart + sum(seat in one.done for one in lying)
    waiting = sum(one.at(seat) > 0 for one in lying)
    return Markers(done, apart, waiting, max(0, MARKERS - done - waiting))


def points_of(table: Table, seat: int) -> int:
    """What the player's contracts are worth; those that a ruling only counts are in the points that it names."""
    if not plays(table, seat):
        # Whoever has left takes none along, though the markers stay.
        return 0
    found = markers(table, seat)
    return worth(found.done) - worth(found.apart)


def worth(count: int) -> int:
    return POINTS[min(count, MARKERS)]


def scores(table: Table, seat: int) -> Iterable[Figure]:
    """Points that lie on no card of the display."""
    points = points_of(table, seat)
    if points:
        yield Figure("contracts", points)


def pays(one: Laid) -> int:
    """The coins of the leftmost free space; none where all are taken (C74)."""
    spaces = one.contract.spaces
    return spaces[len(one.done)] if len(one.done) < len(spaces) else 0
