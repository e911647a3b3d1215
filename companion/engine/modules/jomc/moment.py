"""What is open at this moment: occasions that are now or never, and who may still complete after his part."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from companion.engine.house.living import room, set_room
from companion.engine.table.draft import Draft, Table
from companion.engine.table.state import Game

from . import contracts

ROOM, KIND = "contracts_now", "now_or_never"


class Now(NamedTuple):
    """`colors` lay in the harbor before the entry; `paid` the last tax; `open` are contracts whose colors have just come
    together, `stepped` those whose marker moved this turn; `missed`: who let go what. `parts`: whose part this entry has
    opened, `linger`: who may still complete after it. `fresh`: what the last thing that happened has completed, with its
    points. `told`: what is open was open when a situation was told.
    """

    colors: int = 0
    paid: tuple[int, ...] = ()
    open: tuple[str, ...] = ()
    told: bool = False
    stepped: tuple[str, ...] = ()
    missed: frozenset[tuple[int, str]] = frozenset()
    parts: tuple[int, ...] = ()
    linger: tuple[int, ...] = ()
    fresh: tuple[tuple[int, str, int], ...] = ()


def begin(game: Game) -> Now:
    return Now()


def next_turn(was: Now, busted: bool) -> Now:
    """What was let go in the harbor of one turn may come again in the next."""
    gone = [pair for pair in was.missed if pair[1] in of_harbor()]
    return was._replace(open=(), stepped=(), missed=was.missed.difference(gone) if gone else was.missed)


@cache
def of_harbor() -> frozenset[str]:
    """Those that ask for what lies in the harbor together."""
    return frozenset(one.id for one in contracts.printed().values() if one.need[0].what == "colors")


def now(table: Table) -> Now:
    found: Now = room(table, ROOM)
    return found


def change(draft: Draft, **changes: Any) -> None:
    """What is as it was stays the very same."""
    was = now(draft)
    if any(getattr(was, name) != value for name, value in changes.items()):
        set_room(draft, ROOM, was._replace(**changes))


def automatic(table: Table) -> bool:
    """Whether contracts complete by themselves (C71)."""
    return bool(table.game.rules.rulings["contract_moment"] == "automatic")


def occasions(table: Table) -> Mapping[str, Any]:
    """What a situation has to tell of this moment besides what lies there; empty where that is nothing."""
    was = now(table)
    found = {"open": was.open, "stepped": was.stepped, "paid": was.paid, "linger": was.linger}
    return {name: list(said) for name, said in found.items() if said}
