"""The contracts: what each asks for, who stands where on those that lie there, and what they are worth."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import resources
from typing import Any, ClassVar, NamedTuple, cast

from companion.engine.goals.lying import Goal, Laid, Markers, by_moment, lying, markers_on
from companion.engine.goals.need import Need, told
from companion.engine.house.brought import Figure
from companion.engine.printed.cards import COLORS
from companion.engine.printed.manifests import way_of
from companion.engine.table.draft import Table
from companion.engine.table.lately import lately
from companion.engine.table.seats import plays
from companion.engine.table.state import Game

MODULE, ROOM = "jomc", "contracts"
MARKERS = 3
# Points in all for so many completed contracts (C73).
POINTS = (0, 0, 1, 3)
PLACES = 5


class Seal(NamedTuple):
    """What the seal in the corner makes of the Time deck."""

    n: int = 0
    letter: str | None = None


NO_SEAL = Seal()


@dataclass(frozen=True)
class Contract(Goal):
    """One printed card. `white`: in the game together only, and its numbers are not known."""

    spaces: tuple[int, ...] = ()
    seal: Seal = NO_SEAL
    white: bool = False

    APART = ("declined", "repelled_colors")
    STEPWISE = ("colors", "declined")
    RULE = "contracts"
    RULES: ClassVar[Mapping[str, str]] = {
        "tax_paid": "tax_contract",
        "bust": "jinx_scope",
        "colors": "speculator_same_turn",
        "cheap": "thrifty_discount",
        "declined": "decline_compensation",
        "repelled_colors": "pirates_nest",
    }

    @cached_property
    def steps(self) -> int:
        need = self.need[0]
        return need.count if need.what == "declined" else need.times

    @cached_property
    def cost(self) -> int:
        """What is given up for it."""
        return sum([need.count for need in self.need if need.give])


def contract(row: Mapping[str, Any]) -> Contract:
    seal = row.get("seal", {})
    return Contract(
        row["id"],
        tuple(Need(**need) for need in row["need"]),
        row.get("active_only", False),
        row.get("timed", False),
        tuple(row.get("spaces", ())),
        Seal(seal.get("n", 0), seal.get("letter")),
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


@lately(512)
def shown(of: tuple[Contract]) -> Mapping[str, Any]:
    """What the card says."""
    (one,) = of
    found: dict[str, Any] = {
        "id": one.id,
        "kind": "contract",
        "name": one.id,
        "need": [told(it) for it in one.need],
        "later": not one.timed,
    }
    if one.spaces:
        found["spaces"] = [{"coins": coins} for coins in one.spaces]
    if one.active_only:
        found["active_only"] = True
    if one.steps > 1:
        found["steps"] = one.steps
    if one.what == "repelled_colors":
        found["keeps"] = list(COLORS)
    elif one.what != "declined":
        found["entry"] = entry(one)
    return found


def entry(one: Goal) -> str:
    """The form that says it is done, or one step of it."""
    return "contract_step" if one.what == "colors" else "complete_contract"


def seal_shown(game: Game, one: Contract) -> Mapping[str, Any]:
    if not together(game) or (one.white and not one.spaces):
        return {}
    return {"seal": {"n": one.seal.n, "letter": one.seal.letter}}


# What lies there


def laid(table: Table) -> tuple[Laid, ...]:
    return lying(table, ROOM).laid


def card(one: Laid) -> Contract:
    return cast("Contract", one.goal)


def open_ones(table: Table) -> list[Laid]:
    """Those that nobody has completed yet."""
    return [one for one in laid(table) if not one.done]


def find(table: Table, what: str, color: str | None = None) -> Laid | None:
    """The contract that asks for that, where it lies there."""
    found = by_moment((laid(table),)).get(what, ())
    return next((one for one in found if one.goal.need[0].color == color), None)


# Markers and points


def markers(table: Table, seat: int) -> Markers:
    return markers_on((lying(table, ROOM), seat, MARKERS, 0))


def points_of(table: Table, seat: int) -> int:
    """What the player's contracts are worth; those that a ruling only counts are in the points that it names."""
    if not plays(table, seat):
        # Whoever has left takes none along, though the markers stay.
        return 0
    found = markers(table, seat)
    return worth(found.done) - worth(found.apart)


def worth(count: int) -> int:
    return POINTS[min(count, MARKERS)]


def next_worth(markers: Markers) -> int:
    """The points of one contract more."""
    return worth(markers.done + 1) - worth(markers.done)


def scores(table: Table, seat: int) -> Iterable[Figure]:
    """Points that lie on no card of the display."""
    points = points_of(table, seat)
    if points:
        yield Figure("contracts", points)


def pays(one: Laid) -> int:
    """The coins of the leftmost free space; none where all are taken (C74)."""
    spaces = card(one).spaces
    return spaces[len(one.done)] if len(one.done) < len(spaces) else 0


def automatic(table: Table) -> bool:
    """Whether contracts complete by themselves (C71)."""
    return bool(table.game.rules.rulings["contract_moment"] == "automatic")
