"""What was used in this turn."""

from __future__ import annotations

from typing import Any, NamedTuple

from companion.engine.house.living import room, set_room
from companion.engine.table.draft import Draft, Table

ROOM = "adventure_used"


class Used(NamedTuple):
    """`stopped`: for a card less to take; `looked`: how often somebody looked ahead; `sold`: to which Innkeepers of whom."""

    stopped: bool = False
    looked: int = 0
    sold: tuple[tuple[int, str | None], ...] = ()


def used(table: Table) -> Used:
    found: Used = room(table, ROOM)
    return found


def change(draft: Draft, **changes: Any) -> None:
    set_room(draft, ROOM, used(draft)._replace(**changes))
