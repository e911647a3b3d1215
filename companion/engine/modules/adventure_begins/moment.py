"""What is open at this moment: occasions that are now or never, who may still complete after his part, what was used in
this turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine.house.living import room, set_room
from companion.engine.table.draft import Draft, Table

ROOM, KIND = "missions_now", "now_or_never"


class Now(NamedTuple):
    """`colors` and `cards` lay in the harbor before the entry; `paid`: whom the last tax cost coins; `open`: missions whose
    occasion is here; `parts`: whose part this entry has opened, `linger`: who may still complete after it. Of this turn:
    `stopped` for a card less to take; `missed`: who let go what; `looked`: how often somebody looked ahead; `sold`: to which Innkeepers of whom.
    """

    colors: int = 0
    cards: int = 0
    paid: tuple[int, ...] = ()
    open: tuple[str, ...] = ()
    parts: tuple[int, ...] = ()
    linger: tuple[int, ...] = ()
    stopped: bool = False
    looked: int = 0
    missed: frozenset[tuple[int, str]] = frozenset()
    sold: tuple[tuple[int, str | None], ...] = ()


def now(table: Table) -> Now:
    found: Now = room(table, ROOM)
    return found


def change(draft: Draft, **changes: Any) -> None:
    """What is as it was stays the very same."""
    was = now(draft)
    if any(getattr(was, name) != value for name, value in changes.items()):
        set_room(draft, ROOM, was._replace(**changes))


def next_turn(was: Now, busted: bool) -> Now:
    return Now(paid=was.paid, parts=was.parts, linger=was.linger)


def occasions(table: Table) -> Mapping[str, Any]:
    """What a situation has to tell of this moment besides what lies there; empty where that is nothing."""
    was = now(table)
    found = {
        "open": [f"mission.{one}" for one in was.open],
        "paid": list(was.paid),
        "linger": list(was.linger),
    }
    return {name: said for name, said in found.items() if said}


def busted(table: Table, seat: int) -> bool:
    """The player's turn has just ended with a bust, and nobody has drawn since."""
    return table.claimant == seat and table.claimant_busted
